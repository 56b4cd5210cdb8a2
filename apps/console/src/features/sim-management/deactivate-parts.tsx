import type { SimSubject } from '@support-console/contract'
import { ThingState } from '../../kit/thing-state/index.ts'
import { useWhy, WhyFields } from '../../kit/why/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ignoreHeldEnter } from '../../ui/held-enter.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { sayTime } from '../../ui/local-time.ts'
import { placeOf } from './sim-place.tsx'
import { text } from './texts.ts'
import { TransactionLink } from './transaction-link.tsx'
import type { DeactivateSimState } from './use-deactivate-sim.ts'
import { Waiting } from './waiting.tsx'

interface PartProps {
  readonly of: DeactivateSimState
}

/** Opens the question. */
export function DeactivateButton({ of, reason }: PartProps & { readonly reason?: string | undefined }) {
  const { lookUp, isPending } = of
  return (
    <Button
      look="danger"
      isBusy={lookUp.status === 'pending' || isPending}
      busyText={text(isPending ? 'Deactivating' : 'LookingUp')}
      disabledReason={isPending ? undefined : reason}
      onPress={of.open}
      onKeyDown={ignoreHeldEnter}
    >
      {text('OpenDeactivate')}
    </Button>
  )
}

/** What runs and what came of it, and the question before it. */
export function DeactivateOutcome({ of }: PartProps) {
  const { lookUp, change, isPending, run, subject } = of
  const why = useWhy(subject?.iccid ?? '')
  return (
    <>
      <CallBanner call={lookUp} hidesSuccess />
      {isPending ? (
        <Waiting
          what={text('DeactivatingSim', { system: run.carrier, simId: shortIdentifier(run.simId) })}
          since={run.since}
          canTake={text('DeactivationTakes')}
          simId={run.simId}
          system={run.carrier}
        />
      ) : (
        <>
          <CallBanner
            call={outcomeOf(change)}
            footnote={<TransactionLink transactionId={change.transactionId} />}
          />
          <OpenOutcome why={change.open} onAskAgain={of.askAgain} />
        </>
      )}
      <ConfirmDialog
        isOpen={of.isAsking}
        title={text('DeactivateQuestion', { simId: shortIdentifier(subject?.iccid ?? '') })}
        caution={text('DeactivateCaution')}
        consequences={subject ? consequencesOf(subject) : []}
        verb={text('Deactivate')}
        isDanger
        onConfirm={why.guard(of.confirm)}
        onCancel={of.cancel}
      >
        {subject && <CutOff subject={subject} />}
        <WhyFields of={why} />
      </ConfirmDialog>
    </>
  )
}

/** A row that is no Success is no success, whatever the envelope says. */
function outcomeOf(change: DeactivateSimState['change']): BannerCall {
  const { answer } = change
  if (change.status !== 'fulfilled' || !answer || answer.data.status.startsWith('Success')) return change
  const { status, message } = answer
  return {
    status: 'fulfilled',
    answer: {
      ...answer,
      status: status === 'Success' ? 'Error' : status,
      message: message || answer.data.status,
    },
  }
}

function CutOff({ subject }: { readonly subject: SimSubject }) {
  return (
    <Facts
      facts={[
        { label: text('SimId'), value: <Identifier value={subject.iccid} of="sim" /> },
        { label: text('Carrier'), value: subject.carrierName },
        ...(subject.state ? [{ label: text('State'), value: <ThingState of={subject.state} /> }] : []),
        ...placeOf(subject),
      ]}
    />
  )
}

function consequencesOf({ cannotUndo, deactivatedAt, panel }: SimSubject): string[] {
  const lines = [text(panel === null ? 'CutOffAny' : 'CutOff'), cannotUndo]
  if (deactivatedAt) lines.push(text('AlreadyDeactivated', { time: sayTime(deactivatedAt) }))
  return lines.filter((line) => line !== '')
}
