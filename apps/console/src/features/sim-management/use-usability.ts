import type { Usability } from '@support-console/contract'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { text } from './texts.ts'

/** Unknown until it is checked (4). */
export type UsabilityWord = Usability | 'Unknown'

/**
 * Whether a SIM is usable, and the toggle of it (2.4, 4).
 * @param known what is known of it before anybody checks
 */
export function useUsability(simId: string | null, known: UsabilityWord = 'Unknown') {
  const [state, setState] = useState<UsabilityWord>(known)
  // Someone else has changed it.
  useEffect(() => setState(known), [known])
  const [isOutdated, setOutdated] = useState(false)
  const check = useCall('GET /simmanagement/v1/simusability/{SimId}')
  const toggle = useChange('POST /simmanagement/v1/simusability/{SimId}', text('ScreenTitle'))
  const last = useRef<'check' | 'toggle'>('check')
  const leave = useRef(check.cancel)
  leave.current = check.cancel
  useEffect(() => () => leave.current(), [])

  const read = async (transactionId: string) => {
    if (simId === null) return
    try {
      setState((await check.run({ params: { SimId: simId }, transactionId })).data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState('Unknown')
    }
  }
  const checkNow = () => {
    if (simId === null) return
    last.current = 'check'
    setOutdated(false)
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text('ActionCheck', { simId }), transactionId)
    void read(transactionId)
  }
  const toggleNow = async (event: MouseEvent) => {
    // The second press of a double click would undo the first, where the server is quick.
    if (simId === null || state === 'Unknown' || event.detail > 1) return
    last.current = 'toggle'
    setOutdated(false)
    const answer = await toggle.start(
      { params: { SimId: simId }, query: { from: state } },
      text(state === 'Usable' ? 'ActionUnusable' : 'ActionUsable', { simId }),
    )
    if (answer) setState(answer.data)
  }
  // A toggle that failed leaves the state open: someone else may have changed it, or the answer was lost.
  const failure = toggle.status === 'rejected' ? toggle.error : null
  const seen = useRef<ApiError | null>(null)
  useEffect(() => {
    if (!failure || seen.current === failure) return
    seen.current = failure
    if (failure.status === 'Conflict') {
      setOutdated(true)
      void read(newTransactionId())
    } else if (failure.kind !== 'http') setState('Unknown')
  })

  const banner: BannerCall = last.current === 'toggle' && !isOutdated ? toggle : check
  return {
    state,
    check,
    toggle,
    checkNow,
    toggleNow,
    banner,
    /** Someone else has changed it meanwhile, and this is its state now. */
    isOutdated: isOutdated && state !== 'Unknown',
    forgetOutdated: () => setOutdated(false),
  }
}
export type UsabilityState = ReturnType<typeof useUsability>
