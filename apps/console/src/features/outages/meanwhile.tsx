import type { OutageDetail } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { beforeOutageMinutes } from '@support-console/contract/outages.words'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Said } from '../../ui/thing.tsx'
import styles from './outages.module.css'
import { text } from './texts.ts'

/** What people changed from shortly before an outage until it was over, on what it touched. */
export function Changes({ of }: { readonly of: OutageDetail['changes'] }) {
  const { may } = useAccess()
  const beside = of && [
    of.others > 0 && text('OtherChanges', { count: of.others }),
    of.hasMore && text('ChangesMore'),
  ]
  return (
    <Section title={text('Changes')}>
      {of === null ? (
        <p className="quiet">{text('ChangesWithheld')}</p>
      ) : (
        <>
          <p className="quiet">
            {of.rows.length === 0 && text('NoChanges')}{' '}
            {text('ChangesAbout', { minutes: beforeOutageMinutes })} {beside?.filter(Boolean).join(' ')}
          </p>
          <ul>
            {of.rows.map(({ transactionId, at, what, by, outcome, reason }) => (
              <li className={`stack gap-4-12 line-below ${styles.row}`} key={transactionId}>
                <time className="quiet tabular" dateTime={at}>
                  {sayShortly(at)}
                </time>
                <span className="anywhere">
                  <Said>{[what, by].filter(Boolean).join(' · ')}</Said>{' '}
                  {outcome === 'failed' && (
                    <Status kind="error">{[text('Failed'), reason].filter(Boolean).join(': ')}</Status>
                  )}
                  {outcome === 'open' && <span className="quiet">{text('Open')}</span>}
                </span>
                {may('user-actions.read') && (
                  <Link
                    to={pageOf('transaction', transactionId)}
                    aria-label={text('TransactionOf', { what })}
                  >
                    {text('Transaction')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const watchEnds = { back: 'WatchBack', over: 'WatchOver', stopped: 'WatchStopped' } as const

/** Watches on its panels that ended since. */
export function Watches({ of }: { readonly of: OutageDetail['watches'] }) {
  return (
    <Section title={text('Watches')}>
      <ul>
        {of.map(({ watchId, cloudId, by, state, endedAt }) => (
          <li className={`stack gap-4-12 line-below ${styles.row}`} key={watchId}>
            <time className="quiet tabular" dateTime={endedAt}>
              {sayShortly(endedAt)}
            </time>
            <span className="anywhere">
              <Identifier value={cloudId} of="panel" /> {text(watchEnds[state])} · <Said>{by}</Said>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
