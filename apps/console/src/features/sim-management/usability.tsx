import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ignoreHeldEnter } from '../../ui/held-enter.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'
import { type UsabilityState, type UsabilityWord, useUsability } from './use-usability.ts'

const marks: Readonly<Record<UsabilityWord, MarkKind>> = { Usable: 'ok', Unusable: 'off', Unknown: 'unknown' }

interface UsabilityProps {
  /** Another SIM is another instance: its state is Unknown until it is checked (4). */
  readonly simId: string | null
  readonly simIdReason: string | undefined
  readonly changeReason: string | undefined
}

/** 'Mark unusable' (2.4, 4): Check, then a toggle that is named after what it does. */
export function Usability({ simId, simIdReason, changeReason }: UsabilityProps) {
  const usability = useUsability(simId)
  const isChecking = usability.check.status === 'pending'
  return (
    <Section
      title={text('MarkUnusableTitle')}
      state={
        <span role="status">
          <UsabilityStatus state={usability.state} isTag />
        </span>
      }
      actions={
        <>
          <Button
            isBusy={isChecking}
            aria-label={isChecking ? text('Checking') : undefined}
            disabledReason={simIdReason}
            onPress={usability.checkNow}
          >
            {text('Check')}
          </Button>
          <UsabilityToggle of={usability} reason={simIdReason ?? changeReason} />
        </>
      }
    >
      <p className={`quiet ${styles.note}`}>{text('UnusableNote')}</p>
      <UsabilityOutcome of={usability} />
    </Section>
  )
}

export function UsabilityStatus({
  state,
  isTag,
}: {
  readonly state: UsabilityWord
  readonly isTag?: boolean
}) {
  return (
    <Status kind={marks[state]} isTag={isTag}>
      {text(state)}
    </Status>
  )
}

interface PartProps {
  readonly of: UsabilityState
}

export function UsabilityToggle({ of, reason }: PartProps & { readonly reason?: string | undefined }) {
  const isBusy = of.toggle.isPending
  return (
    <Button
      isBusy={isBusy}
      busyText={text('Marking')}
      disabledReason={reason ?? (of.state === 'Unknown' && !isBusy ? text('NeedsCheck') : undefined)}
      onPress={of.toggleNow}
      onKeyDown={ignoreHeldEnter}
    >
      {text(of.state === 'Unusable' ? 'MarkUsable' : 'MarkUnusable')}
    </Button>
  )
}

export function UsabilityOutcome({ of }: PartProps) {
  return (
    <>
      {of.isOutdated && (
        <Callout kind="warning" onClose={of.forgetOutdated}>
          {text('ChangedMeanwhile')}
        </Callout>
      )}
      <CallBanner call={of.banner} hidesSuccess={of.banner === of.check} />
    </>
  )
}
