import type { Panel } from '@support-console/contract'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Said } from '../../ui/thing.tsx'
import styles from './panels.module.css'
import { text } from './texts.ts'
import type { FlagChanges } from './use-flags.ts'

interface FlagOutcomesProps {
  readonly changes: FlagChanges
  /** What the table has of a panel by now. */
  readonly panels: readonly Panel[]
  readonly onAskAgain: (cloudId: string) => void
  readonly onDismiss: (cloudId: string) => void
}

/** Above the table: each switch that went back, why, and how its panel stands now (4, 8). */
export function FlagOutcomes({ changes, panels, onAskAgain, onDismiss }: FlagOutcomesProps) {
  const failed = [...changes.values()].filter(
    ({ isPending, isDone, isRead }) => !isPending && !isDone && !isRead,
  )
  const outcomes = failed.map((change) => {
    const { cloudId } = change.panel
    const flagged = panels.find((panel) => panel.cloudId === cloudId)?.flagged ?? change.panel.flagged
    return (
      <div key={cloudId} className="stack gap-8 below-12">
        {change.isOtherwise ? (
          <Callout kind="warning" onClose={() => onDismiss(cloudId)}>
            <Said>
              {text('OtherwiseNow', { cloudId, state: text(flagged ? 'StateDisabled' : 'StateEnabled') })}
            </Said>
            <TransactionLine id={change.transactionId} />
          </Callout>
        ) : (
          <CallBanner
            call={{ status: 'rejected', error: change.error }}
            onClose={() => onDismiss(cloudId)}
            footnote={
              <>
                <p>
                  <Said>
                    {text(flagged ? 'StandsDisabled' : 'StandsEnabled', {
                      cloudId,
                      company: change.panel.companyName,
                    })}
                  </Said>
                </p>
                <TransactionLine id={change.transactionId} />
              </>
            }
          />
        )}
        <OpenOutcome why={change.isLost ? 'lost' : undefined} onAskAgain={() => onAskAgain(cloudId)} />
      </div>
    )
  })
  return outcomes.length > 0 && <div className={styles.outcomes}>{outcomes}</div>
}
