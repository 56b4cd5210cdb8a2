import type { KeptOutage, Undertaking } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { sayOutage } from '@support-console/contract/outages.words'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { Link } from '../../kit/link.tsx'
import { marks, wordsOf } from '../../kit/undertaking/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import styles from './home.module.css'
import { text } from './texts.ts'

export interface EndedRowsProps {
  readonly outages: readonly KeptOutage[]
  readonly works: readonly Undertaking[]
}

interface Row {
  readonly key: string
  readonly mark: MarkKind
  readonly to: string
  readonly title: string
  /** What came of it. */
  readonly outcome: string
  readonly from: string
  readonly until: string
}

/** Of outages and own work, the last that ended first. */
export function EndedRows({ outages, works }: EndedRowsProps) {
  const rows = [...outages.map(rowOfOutage), ...works.map(rowOfWork)].sort((a, b) =>
    b.until.localeCompare(a.until),
  )
  return (
    <ul className={styles.lines}>
      {rows.map(({ key, mark, to, title, outcome, from, until }) => (
        <li key={key} className="stack line-below quiet">
          <StateMark kind={mark} />
          <Link to={to} className={`cut ink unlined ${styles.thing}`} title={title}>
            {title}
          </Link>
          <span className="small">{outcome}</span>
          <time className="small faint" dateTime={until}>
            {text('FromUntil', { from: sayShortly(from), until: sayShortly(until) })}
          </time>
        </li>
      ))}
    </ul>
  )
}

function rowOfOutage(outage: KeptOutage): Row {
  const { outageId, from, toldAt, endedAt, mostAway } = outage
  const until = endedAt ?? toldAt
  const said = sayOutage(outage)
  return {
    key: `outage ${outageId}`,
    mark: 'ok',
    to: addresses.outages(outageId),
    title: said.charAt(0).toUpperCase() + said.slice(1),
    outcome: text('OutageWas', { panels: mostAway, lasted: sayDuration(from, until) }),
    from,
    until,
  }
}

function rowOfWork(work: Undertaking): Row {
  const { kind, id, state, beganAt, endedAt } = work
  const { title, beside } = wordsOf(work)
  return {
    key: `${kind} ${id}`,
    mark: marks[state],
    to: undertakingKinds[kind].page(work),
    title,
    outcome: beside,
    from: beganAt,
    until: endedAt ?? beganAt,
  }
}
