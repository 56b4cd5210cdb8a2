import type { OutageDetail } from '@support-console/contract'
import { sayMoment } from '../../ui/say-when.ts'
import styles from './outages.module.css'
import { text } from './texts.ts'

const [width, height] = [600, 80]
const middle = 52

const sayStep = (minutes: number): string =>
  minutes % 60 === 0 ? text('Hours', { hours: minutes / 60 }) : text('Minutes', { minutes })

interface OutageBarsProps {
  readonly of: OutageDetail['chart']
}

/** How many stopped in each step, above the line, and came back, below it. */
export function OutageBars({ of: { from, stepMinutes, stopped, back } }: OutageBarsProps) {
  const peak = Math.max(1, ...stopped, ...back)
  const barWidth = width / Math.max(1, stopped.length)
  const timeOf = (bar: number) => sayMoment(Date.parse(from) + bar * stepMinutes * 60_000)
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const most = Math.max(0, ...stopped)
  const step = sayStep(stepMinutes)
  const said = text('ChartSaid', {
    ...{ stopped: sum(stopped), time: timeOf(stopped.indexOf(most)), most, back: sum(back), step },
  })
  const bar = (count: number, at: number, isUp: boolean) => {
    const room = isUp ? middle : height - middle
    const high = Math.max(2, (count / peak) * room)
    return (
      count > 0 && (
        <rect
          key={`${isUp} ${at}`}
          x={at * barWidth}
          y={isUp ? middle - high : middle + 1}
          width={Math.max(1, barWidth - 1)}
          height={high}
          className={isUp ? 'kind-error' : 'kind-ok'}
        />
      )
    )
  }
  return (
    <figure className={styles.chart}>
      <svg
        className="block whole"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said}
      >
        {stopped.map((count, at) => bar(count, at, true))}
        {back.map((count, at) => bar(count, at, false))}
        <line x1={0} x2={width} y1={middle} y2={middle} />
      </svg>
      <figcaption className="flex wrap between small tabular quiet" aria-hidden="true">
        <span>{timeOf(0)}</span>
        <span className={styles.legend}>
          <i className="inline kind-error" /> {text('Stopped')} <i className="inline kind-ok" />{' '}
          {text('CameBack')} · {text('ABar', { step })}
        </span>
        <span>{timeOf(stopped.length)}</span>
      </figcaption>
    </figure>
  )
}
