import type { Usability as UsabilityState } from '@support-console/contract'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { Callout } from '../../ui/callout.tsx'
import { ignoreHeldEnter } from '../../ui/held-enter.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'

type State = UsabilityState | 'Unknown'
const marks: Readonly<Record<State, MarkKind>> = { Usable: 'ok', Unusable: 'off', Unknown: 'unknown' }

interface UsabilityProps {
  /** Another SIM is another instance: its state is Unknown until it is checked (4). */
  readonly simId: string | null
  readonly simIdReason: string | undefined
  readonly changeReason: string | undefined
}

/** 'Mark unusable' (2.4, 4): Check, then a toggle that is named after what it does. */
export function Usability({ simId, simIdReason, changeReason }: UsabilityProps) {
  const [state, setState] = useState<State>('Unknown')
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
  // A toggle that failed leaves the state open: somebody else may have changed it, or the answer was lost.
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

  const isBusy = toggle.isPending
  const banner: BannerCall = last.current === 'toggle' && !isOutdated ? toggle : check
  return (
    <Section
      title={text('MarkUnusableTitle')}
      state={
        <span role="status">
          <Status kind={marks[state]} isTag>
            {text(state)}
          </Status>
        </span>
      }
      actions={
        <>
          <Button
            isBusy={check.status === 'pending'}
            aria-label={check.status === 'pending' ? text('Checking') : undefined}
            disabledReason={simIdReason}
            onPress={checkNow}
          >
            {text('Check')}
          </Button>
          <Button
            isBusy={isBusy}
            busyText={text('Marking')}
            disabledReason={
              simIdReason ?? changeReason ?? (state === 'Unknown' && !isBusy ? text('NeedsCheck') : undefined)
            }
            onPress={toggleNow}
            onKeyDown={ignoreHeldEnter}
          >
            {text(state === 'Unusable' ? 'MarkUsable' : 'MarkUnusable')}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{text('UnusableNote')}</p>
      {isOutdated && state !== 'Unknown' && (
        <Callout kind="warning" onClose={() => setOutdated(false)}>
          {text('ChangedMeanwhile')}
        </Callout>
      )}
      <CallBanner call={banner} hidesSuccess={banner === check} />
    </Section>
  )
}
