import type { Shift } from '@support-console/contract'
import { Chart } from '../../kit/chart/index.ts'
import { culture } from '../../texts/languages.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { text } from './texts.ts'
import { sayEnd } from './times.ts'

interface SilentLineProps {
  readonly silent: NonNullable<Shift['silent']>
  readonly from: number
  readonly to: number
}

/** How many panels were silent in that time, beside what is usual; where it is not known the line is broken (D55). */
export function SilentLine({ silent: { points, usual }, from, to }: SilentLineProps) {
  const [first] = points
  const last = points.at(-1)
  const samples = points.map(({ at, silent }) => ({ at: Date.parse(at), value: silent }))
  const most = Math.max(1, usual ?? 0, ...samples.map(({ value }) => value))
  const half = Math.ceil(most / 2)
  const usually = usual === null ? '' : text('Usual', { count: usual })
  // A line begins later than the time where nothing was known before.
  const isLate = first !== undefined && Date.parse(first.at) - from > 1_800_000
  const since = isLate ? text('SilentSince', { time: sayShortly(first.at) }) : ''
  return (
    <Section
      title={text('Silent')}
      state={<span className="quiet">{[usually, since].filter(Boolean).join(' · ')}</span>}
    >
      {first && last ? (
        <Chart
          className="at-most"
          label={text('SilentLabel', {
            from: sayShortly(first.at),
            to: sayShortly(last.at),
            most: Math.max(...samples.map(({ value }) => value)),
            last: last.silent,
          })}
          samples={samples}
          range={{ from, to }}
          ticks={[0, half, half * 2]}
          sayPoint={({ at, value }) =>
            text('SilentPoint', { time: sayShortly(at), count: value.toLocaleString(culture) })
          }
          times={{ from: sayEnd(from), to: sayEnd(to) }}
        />
      ) : (
        <p className="quiet">{text('SilentNotKnown')}</p>
      )}
    </Section>
  )
}
