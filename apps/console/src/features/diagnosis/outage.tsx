import type { Outage } from '@support-console/contract'
import { localTime } from '../../ui/local-time.ts'
import styles from './outage.module.css'
import { text } from './texts.ts'

const [width, height] = [328, 40]
/** A minute so near the peak, in minutes, in which at least this share of it left, belongs to the outage. */
const [near, share] = [5, 0.03]

const timeAt = (from: string, minute: number): string =>
  localTime(Date.parse(from) + minute * 60_000).time.slice(0, 5)

/** How many left in each minute: the argument for a common cause, a bar a minute. */
export function OutageChart({ of: { from, counts, compared } }: { readonly of: Outage }) {
  const peak = Math.max(1, ...counts)
  const at = counts.indexOf(peak)
  if (at < 0) return null
  const step = width / counts.length
  const isOutage = (count: number, minute: number) =>
    Math.abs(minute - at) <= near && count >= Math.max(1, peak * share)
  const bars = counts.map((count, minute) => ({ count, minute }))
  const others = counts.filter((count, minute) => !isOutage(count, minute))
  const said = { name: compared[0]?.name ?? '', most: Math.max(0, ...others), peak, time: timeAt(from, at) }
  const isLate = at > counts.length / 2
  return (
    <figure className={`relative ${styles.chart}`}>
      <svg
        className="block whole"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('OutageSaid', said)}
      >
        {bars.map(({ count, minute }) => {
          const high = count === 0 ? 0 : Math.max(2, (count / peak) * height)
          return (
            <rect
              key={minute}
              x={minute * step}
              y={height - high}
              width={step - 1}
              height={high}
              data-outage={isOutage(count, minute)}
            />
          )
        })}
      </svg>
      <span
        className={`absolute nowrap ${styles.peak}`}
        style={
          isLate
            ? { right: `${100 - (at * 100) / counts.length}%` }
            : { left: `${((at + 1) * 100) / counts.length}%` }
        }
        aria-hidden="true"
      >
        {text('OutagePeak', { count: peak })}
      </span>
      <figcaption className="flex between relative quiet tabular" aria-hidden="true">
        <span>{timeAt(from, 0)}</span>
        <b className="absolute ink" style={{ left: `${(at * 100) / counts.length}%` }}>
          {timeAt(from, at)}
        </b>
        <span>{timeAt(from, counts.length - 1)}</span>
      </figcaption>
    </figure>
  )
}

const sayScope = (kind: Outage['compared'][number]['kind'], name: string): string =>
  kind === 'webconnect' || kind === 'sim-range' || kind === 'same-time'
    ? text(`Scope-${kind}`)
    : text('ScopeNamed', { kind: text(`Scope-${kind}`), name })

/** The common scope beside the panel's others outside it: why it is none of those. */
export function Compared({ of: { compared } }: { readonly of: Outage }) {
  const [first] = compared
  return (
    <table className="listing edged sheet" aria-label={text('Compared')}>
      <thead>
        <tr>
          <th scope="col">{text('Compared')}</th>
          <th scope="col">{text('Left')}</th>
          <th scope="col">{text('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {compared.map(({ kind, name, stopped, members }, at) => {
          const percent = members === 0 ? 0 : (stopped * 100) / members
          return (
            <tr key={`${kind} ${name}`} className={at === 0 ? styles.first : undefined}>
              <th scope="row" className="regular to-start">
                {sayScope(kind, name)}
                {at > 0 && text('ScopeOutside', { first: first?.name ?? '' })}
              </th>
              <td>{text('CountOf', { answered: stopped, count: members })}</td>
              <td>
                <span className={styles.share} aria-hidden="true">
                  <i className="block" style={{ width: `${percent}%` }} />
                </span>
                {text('Percent', { percent: percent > 0 && percent < 1 ? '< 1' : Math.round(percent) })}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
