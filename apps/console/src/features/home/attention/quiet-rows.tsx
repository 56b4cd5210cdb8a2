import type { KeptOutage, Attention as Row } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { sayOutage } from '@support-console/contract/outages.words'
import { Link } from '../../../kit/link.tsx'
import { sayDuration } from '../../../ui/durations.ts'
import { StateMark } from '../../../ui/icons/marks.tsx'
import { sayShortly } from '../../../ui/say-when.ts'
import styles from './attention.module.css'
import { attentionWords } from './attention-words.ts'
import { text } from './texts.ts'

/** What planned work expects now (issue 52, 6): no one is needed. */
export function SetAside({ row }: { readonly row: Row }) {
  const { fact, why } = attentionWords(row)
  const { planned, outageId, since } = row
  return (
    <li>
      <StateMark kind="off" />
      <span className={`anywhere quiet ${styles.said}`}>
        {fact} {why}{' '}
        {planned && (
          <span className="block ink">
            {text('ExpectedNow', { time: sayShortly(planned.until) })} <bdi>{planned.reason}</bdi>
          </span>
        )}
      </span>
      <span className={styles.way}>
        <Link to={addresses.outages(outageId ?? undefined)}>
          {text(outageId ? 'OpenOutage' : 'OpenPlanned')}
        </Link>
      </span>
      <time dateTime={since}>{text('Since', { time: sayShortly(since) })}</time>
    </li>
  )
}

/** An outage of the last day that is over (issue 52, 5). */
export function Ended({ outage }: { readonly outage: KeptOutage }) {
  const { outageId, from, endedAt, mostAway } = outage
  const lasted = sayDuration(from, endedAt ?? from)
  return (
    <li className={styles.over}>
      <StateMark kind="ok" />
      <span className={`anywhere quiet ${styles.said}`}>
        <strong>{text('OutageOver', { outage: sayOutage(outage) })}</strong>{' '}
        {text('OutageWas', { panels: mostAway, lasted })}
      </span>
      <span className={styles.way}>
        <Link to={addresses.outages(outageId)}>{text('OpenOutage')}</Link>
      </span>
      <time dateTime={endedAt ?? from}>{text('Until', { time: sayShortly(endedAt ?? from) })}</time>
    </li>
  )
}
