import type { SimSubject, Why } from '@support-console/contract'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

/**
 * The deactivation of one SIM (2.4): looks up whom it would cut off, asks, and does it once. What runs stays also when
 * another SIM is typed meanwhile, and names its SIM.
 */
export function useDeactivateSim(simId: string | null) {
  const lookUp = useChange('GET /simmanagement/v1/sims/{SimId}', text('ScreenTitle'))
  const change = useChange('POST /simmanagement/v1/deactivate/{SimId}', text('ScreenTitle'))
  const [isAsking, setAsking] = useState(false)
  const [subject, setSubject] = useState<SimSubject | null>(null)
  const [run, setRun] = useState({ simId: '', carrier: '', since: 0 })
  const { isPending } = change

  // What is said about one SIM does not stay for the next; what still runs does.
  const forget = useRef(() => {})
  forget.current = () => {
    lookUp.cancel()
    lookUp.reset()
    setAsking(false)
    if (!isPending) change.reset()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the SIM's going is what this waits for
  useEffect(() => () => forget.current(), [simId])

  const open = async () => {
    if (simId === null) return
    change.reset()
    const answer = await lookUp.start({ params: { SimId: simId } }, text('ActionSubject', { simId }))
    if (!answer) return
    setSubject(answer.data)
    setAsking(true)
  }
  /** @returns whether it is deactivated */
  const confirm = async (why: Why): Promise<boolean> => {
    if (!subject) return false
    setAsking(false)
    setRun({ simId: subject.iccid, carrier: subject.carrierName, since: serverNow() })
    const answer = await change.start(
      { params: { SimId: subject.iccid }, query: why },
      text('ActionDeactivate', { simId: subject.iccid }),
    )
    return answer?.data.status.startsWith('Success') ?? false
  }
  const askAgain = () => {
    setRun((last) => ({ ...last, since: serverNow() }))
    void change.askAgain()
  }
  return {
    lookUp,
    change,
    isPending,
    /** What runs or has ended. */
    run,
    /** Whom it would cut off; asked about while `isAsking`. */
    subject,
    isAsking: isAsking && subject?.iccid === simId,
    open,
    confirm,
    cancel: () => setAsking(false),
    askAgain,
  }
}
export type DeactivateSimState = ReturnType<typeof useDeactivateSim>
