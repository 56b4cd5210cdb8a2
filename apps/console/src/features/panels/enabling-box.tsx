import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { ChangeOutcome } from '../../ui/call-banner/change-outcome.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Said } from '../../ui/thing.tsx'
import styles from './panels.module.css'
import { text } from './texts.ts'
import type { useEnabling } from './use-enabling.ts'

/** So many must be done before the rest can be guessed. */
const fewestForEstimate = 3

/** Panels that are enabled by one order: how far it is, then what became of each. */
export function EnablingBox({ of }: { readonly of: ReturnType<typeof useEnabling> }) {
  const { enabling, error, begin } = of
  const results = enabling && <Results of={enabling} onClose={of.close} />
  return (
    <div className={styles.outcomes}>
      <ChangeOutcome of={begin} />
      {error ? <CallBanner call={{ status: 'rejected', error }} onClose={of.close} /> : results}
    </div>
  )
}

type Enabling = NonNullable<ReturnType<typeof useEnabling>['enabling']>

function Results({ of, onClose }: { readonly of: Enabling; readonly onClose: () => void }) {
  const { panels, isRunning, beganAt, by, transactionId } = of
  const success = panels.filter(({ state }) => state === 'enabled').length
  const others = panels.filter(({ state }) => state === 'refused' || state === 'failed')
  const over = success + others.length
  if (isRunning) {
    const elapsed = (serverNow() - Date.parse(beganAt)) / 1000
    return (
      <div className="stack gap-8 below-12">
        <ProgressBar
          label={text('EnableVerb')}
          total={panels.length}
          success={success}
          error={others.length}
          secondsLeft={
            over < fewestForEstimate ? undefined : Math.max(1, (elapsed / over) * (panels.length - over))
          }
        />
        <p>{text('GoesOn')}</p>
      </div>
    )
  }
  return (
    <Callout kind={others.length > 0 ? 'warning' : 'success'} onClose={onClose}>
      {text('ManyEnabled', { count: success, total: panels.length })} {text('OrderedBy', { by })}
      {others.length > 0 && (
        <>
          <p>{text('ManyNotEnabled', { count: others.length })}</p>
          <ul>
            {others.map(({ cloudId, message }) => (
              <li key={cloudId}>
                <Said>{text('ResultOf', { cloudId, message })}</Said>
              </li>
            ))}
          </ul>
        </>
      )}
      {success > 0 && (
        <details>
          <summary>{text('EachEnabled', { count: success })}</summary>
          <p className="anywhere">
            <Said>
              {panels
                .filter(({ state }) => state === 'enabled')
                .map(({ cloudId }) => cloudId)
                .join(', ')}
            </Said>
          </p>
        </details>
      )}
      <TransactionLine id={transactionId} />
    </Callout>
  )
}
