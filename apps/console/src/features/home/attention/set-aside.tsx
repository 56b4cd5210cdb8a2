import type { Attention as Row } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../../kit/link.tsx'
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
    <li className="stack line-below">
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
      <time className="small quiet end" dateTime={since}>
        {text('Since', { time: sayShortly(since) })}
      </time>
    </li>
  )
}
