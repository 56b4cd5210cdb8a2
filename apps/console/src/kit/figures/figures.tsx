import type { SilentPanels } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import type { ReactNode } from 'react'
import { useAccess } from '../../api/index.ts'
import { culture } from '../../texts/languages.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { curveOf } from '../chart/curve.ts'
import { Link } from '../link.tsx'
import styles from './figures.module.css'
import { text } from './texts.ts'

type Tone = 'error' | 'warn' | 'ok'

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: Tone | undefined
  readonly rest: string
  readonly children?: ReactNode
}

/** A figure with its name, what it is of, and what stands below it. */
export function Figure({ name, value, tone, rest, children }: FigureProps) {
  return (
    <div>
      <h2 className="small quiet">{name}</h2>
      <p className="small quiet">
        <strong className={`figure-words ${tone ? `stated kind-${tone}` : 'ink'}`}>{value}</strong>{' '}
        <span>{rest}</span>
      </p>
      {children}
    </div>
  )
}

export const sayCount = (count: number): string => count.toLocaleString(culture)

/** Beyond what is usual: as an outage is told (D53). */
const isBeyond = (silent: number, usual: number | null) =>
  usual !== null && silent >= usual * 2 && silent >= usual + 5

const size = { width: 250, height: 44, inset: 2 }
const dayMs = 24 * 3600_000

interface SilentFigureProps {
  readonly of: SilentPanels
  readonly now: number
  /** On the fleet's own page it leads nowhere. */
  readonly isLink?: boolean
}

/** How many panels are silent now, beside what is usual: the same on every screen. */
export function SilentFigure({ of, now, isLink = true }: SilentFigureProps) {
  const { silent, all, usual, heard, heardAt, past } = of
  const { may } = useAccess()
  if (heard === 0)
    return (
      <Figure
        name={text('SilentNow')}
        value={text('NotKnown')}
        rest={heardAt ? text('HeardAt', { time: sayShortly(heardAt) }) : ''}
      >
        <div className={`clip ${styles.unknown}`} />
      </Figure>
    )
  const samples = [
    ...past.map(({ at, silent: value }) => ({ at: Date.parse(at), value })),
    { at: now, value: silent },
  ]
  const high = Math.max(1, usual ?? 0, ...samples.map(({ value }) => value))
  const { path } = curveOf(samples, { from: now - dayMs, to: now }, size, { low: 0, high })
  const [first] = samples
  const unknown = first ? Math.max(0, (size.width * (first.at - (now - dayMs))) / dayMs) : 0
  const usualHeight = ((usual ?? 0) / high) * size.height
  const value = sayCount(silent)
  const tone = isBeyond(silent, usual) ? 'error' : undefined
  return (
    <Figure
      name={text('SilentNow')}
      value={
        isLink && may('fleet.read') ? (
          <Link className={tone && 'stated'} to={addresses.fleet()}>
            {value}
          </Link>
        ) : (
          value
        )
      }
      tone={tone}
      rest={text(usual === null ? 'OfPanels' : 'OfUsual', {
        all: sayCount(all),
        usual: sayCount(usual ?? 0),
      })}
    >
      <div
        className={`above-6 ${styles.line}`}
        style={{ backgroundSize: `${(unknown / size.width) * 100}% 100%` }}
      >
        <svg
          className="block whole"
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect x={unknown} y={size.height - usualHeight} width={size.width - unknown} height={usualHeight} />
          <path d={path} />
        </svg>
      </div>
      <p className="small quiet">
        {unknown > 1 ? text('LineSince', { time: sayShortly(first?.at ?? now) }) : text('LineOfDay')}
        {usual !== null && text('GreyUsual')}
      </p>
    </Figure>
  )
}
