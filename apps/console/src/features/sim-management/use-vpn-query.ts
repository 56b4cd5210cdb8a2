import type { OnlineStatus, SimQueryDevice } from '@support-console/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../api/index.ts'
import { text } from './texts.ts'

/** The carriers may take their time (9); the server has the last word. */
const LONGEST_SECONDS = 600

/** What a query of this SIM has brought. */
export interface QueriedSim {
  simId: string
  device: SimQueryDevice
  /** How long the answer took, in ms. */
  took: number
  online: { status: OnlineStatus; at: number; isChecked: boolean }
}

/**
 * Query VPN info and the online check after it (2.4). Both belong to the SIM they were asked for: another SIM, or
 * leaving the page, cancels what runs and forgets what was found.
 */
export function useVpnQuery(simId: string | null) {
  const query = useCall('GET /simmanagement/v1/querydevice/{SimId}')
  const check = useCall('GET /simmanagement/v1/querydevicenetworkstatus/{SimId}')
  const [found, setFound] = useState<QueriedSim | null>(null)
  const [since, setSince] = useState(0)
  const [wasCancelled, setCancelled] = useState(false)

  const forget = useRef(() => {})
  forget.current = () => {
    query.cancel()
    check.cancel()
    query.reset()
    check.reset()
    setFound(null)
    setCancelled(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the SIM's going is what this waits for
  useEffect(() => () => forget.current(), [simId])

  const run = async () => {
    if (simId === null || query.status === 'pending') return
    const [transactionId, begun] = [newTransactionId(), Date.now()]
    setSince(begun)
    setCancelled(false)
    check.cancel()
    check.reset()
    recordAction(text('ScreenTitle'), text('ActionQuery', { simId }), transactionId)
    const answer = await settled(
      query.run({ params: { SimId: simId }, transactionId, timeoutSeconds: LONGEST_SECONDS }),
    )
    if (answer === 'cancelled') return
    if (answer === 'failed') {
      setFound(null)
      return
    }
    const [device, at] = [answer.data, Date.now()]
    setFound({
      simId,
      device,
      took: at - begun,
      online: { status: device.OnlineStatus, at, isChecked: false },
    })
  }
  const checkOnline = async () => {
    if (!found || check.status === 'pending') return
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text('ActionOnline', { simId: found.simId }), transactionId)
    const answer = await settled(
      check.run({ params: { SimId: found.simId }, transactionId, timeoutSeconds: LONGEST_SECONDS }),
    )
    if (typeof answer === 'string') return
    const online = { status: answer.data.OnlineStatus, at: Date.now(), isChecked: true }
    setFound((now) => (now && now.simId === found.simId ? { ...now, online } : now))
  }
  const current = found?.simId === simId ? found : null
  return {
    query,
    check,
    found: current,
    since,
    wasCancelled,
    isQuerying: query.status === 'pending',
    isChecking: check.status === 'pending',
    run,
    checkOnline,
    cancel: () => {
      query.cancel()
      query.reset()
      setCancelled(true)
    },
  }
}

/** What a call comes to; a cancelled one is neither answer nor failure. */
async function settled<Answer>(call: Promise<Answer>): Promise<Answer | 'failed' | 'cancelled'> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.kind === 'cancelled' ? 'cancelled' : 'failed'
  }
}
