import type { SimSubject } from '@support-console/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
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
import { Section } from '../../ui/section.tsx'
import styles from './sim-management.module.css'
import { placeOf } from './sim-place.tsx'
import { text } from './texts.ts'
import { TransactionLink } from './transaction-link.tsx'
import { Waiting } from './waiting.tsx'

interface DeactivateSimProps {
  readonly simId: string | null
  readonly simIdReason: string | undefined
  readonly changeReason: string | undefined
  /** Somebody has a list of SIMs. */
  readonly onSeveral: () => void
}

/**
 * 'Deactivate' (2.4): looks up whom it would cut off, asks, and does it once. What runs stays on the screen also when
 * another SIM is typed meanwhile, and names its SIM.
 */
export function DeactivateSim({ simId, simIdReason, changeReason, onSeveral }: DeactivateSimProps) {
  const lookUp = useCall('GET /simmanagement/v1/sims/{SimId}')
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
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text('ActionSubject', { simId }), transactionId)
    try {
      setSubject((await lookUp.run({ params: { SimId: simId }, transactionId })).data)
      setAsking(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  const confirm = () => {
    if (!subject) return
    setAsking(false)
    setRun({ simId: subject.iccid, carrier: subject.carrierName, since: Date.now() })
    void change.start(
      { params: { SimId: subject.iccid } },
      text('ActionDeactivate', { simId: subject.iccid }),
    )
  }
  const askAgain = () => {
    setRun((last) => ({ ...last, since: Date.now() }))
    void change.askAgain()
  }
  return (
    <Section
      title={text('Deactivate')}
      actions={
        <Button
          look="danger"
          isBusy={lookUp.status === 'pending' || isPending}
          busyText={text(isPending ? 'Deactivating' : 'LookingUp')}
          disabledReason={isPending ? undefined : (simIdReason ?? changeReason)}
          onPress={open}
          onKeyDown={ignoreHeldEnter}
        >
          {text('OpenDeactivate')}
        </Button>
      }
    >
      <p className={styles.note}>{text('DeactivateNote')}</p>
      <Button size="tool" className={styles.retry} disabledReason={changeReason} onPress={onSeveral}>
        {text('DeactivateSeveral')}
      </Button>
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
          <OpenOutcome why={change.open} onAskAgain={askAgain} />
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking && subject?.iccid === simId}
        title={text('DeactivateQuestion', { simId: shortIdentifier(subject?.iccid ?? '') })}
        caution={text('DeactivateCaution')}
        consequences={subject ? consequencesOf(subject) : []}
        verb={text('Deactivate')}
        isDanger
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {subject && <CutOff subject={subject} />}
      </ConfirmDialog>
    </Section>
  )
}

/** A row that is no Success is no success, whatever the envelope says. */
function outcomeOf(
  change: ReturnType<typeof useChange<'POST /simmanagement/v1/deactivate/{SimId}'>>,
): BannerCall {
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
        ...placeOf(subject),
      ]}
    />
  )
}

function consequencesOf({ cannotUndo, deactivatedAt }: SimSubject): string[] {
  const lines = [text('CutOff'), cannotUndo]
  if (deactivatedAt) lines.push(text('AlreadyDeactivated', { time: sayTime(deactivatedAt) }))
  return lines.filter((line) => line !== '')
}
