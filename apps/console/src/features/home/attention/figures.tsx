import type { Limits } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import type { ReactNode } from 'react'
import { useAccess } from '../../../api/index.ts'
import { curveOf } from '../../../kit/chart/curve.ts'
import { Link } from '../../../kit/link.tsx'
import { culture } from '../../../texts/languages.ts'
import { sayAgo } from '../../../ui/durations.ts'
import { sayShortly } from '../../../ui/say-when.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import styles from './figures.module.css'
import { text } from './figures-texts.ts'
import { useAttention } from './use-attention.ts'

type Of<Part extends keyof Limits> = NonNullable<Limits[Part]>
type Tone = 'error' | 'warn' | 'ok'

/** Four figures that say how far anything is known (D55, brief 8): their place is kept from the first paint. */
export function Figures() {
  const { data } = useAttention()
  const limits = data?.limits
  return (
    <section className={styles.figures} aria-label={text('Figures')}>
      {limits?.panels && <Panels of={limits.panels} now={Date.parse(data?.asOf ?? '') || serverNow()} />}
      {limits?.sims && <Sims of={limits.sims} />}
      {limits?.receivers && <Receivers of={limits.receivers} />}
      {limits && <Systems of={limits.systems} />}
    </section>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: Tone | undefined
  readonly rest: string
  readonly children?: ReactNode
}

function Figure({ name, value, tone, rest, children }: FigureProps) {
  return (
    <div>
      <h2>{name}</h2>
      <p className={styles.value}>
        <strong data-tone={tone}>{value}</strong> <span>{rest}</span>
      </p>
      {children}
    </div>
  )
}

const say = (count: number) => count.toLocaleString(culture)
/** Beyond what is usual: as an outage is told (D53). */
const isBeyond = (silent: number, usual: number | null) =>
  usual !== null && silent >= usual * 2 && silent >= usual + 5

/** 'csr-09', 'csr-09, csr-11 +3' */
const named = ([first, second, ...more]: readonly string[]): string =>
  [[first, second].filter(Boolean).join(', '), more.length > 0 && `+${more.length}`].filter(Boolean).join(' ')

const size = { width: 250, height: 44, inset: 2 }
const dayMs = 24 * 3600_000

function Panels({
  of: { silent, all, usual, heard, heardAt, past },
  now,
}: {
  of: Of<'panels'>
  now: number
}) {
  const { may } = useAccess()
  if (heard === 0)
    return (
      <Figure
        name={text('SilentNow')}
        value={text('NotKnown')}
        rest={heardAt ? text('HeardAt', { time: sayShortly(heardAt) }) : ''}
      >
        <div className={styles.unknown} />
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
  const value = say(silent)
  return (
    <Figure
      name={text('SilentNow')}
      value={may('fleet.read') ? <Link to={addresses.fleet('finding=silent')}>{value}</Link> : value}
      tone={isBeyond(silent, usual) ? 'error' : undefined}
      rest={text(usual === null ? 'OfPanels' : 'OfUsual', { all: say(all), usual: say(usual ?? 0) })}
    >
      <div className={styles.line} style={{ backgroundSize: `${(unknown / size.width) * 100}% 100%` }}>
        <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
          <rect x={unknown} y={size.height - usualHeight} width={size.width - unknown} height={usualHeight} />
          <path d={path} />
        </svg>
      </div>
      <p>
        {unknown > 1 ? text('LineSince', { time: sayShortly(first?.at ?? now) }) : text('LineOfDay')}
        {usual !== null && text('GreyUsual')}
      </p>
    </Figure>
  )
}

function Sims({ of: { seen, all, nextAt } }: { of: Of<'sims'> }) {
  const { may } = useAccess()
  const share = all === 0 ? 0 : (seen / all) * 100
  return (
    <Figure
      name={text('SimsSeen')}
      value={say(seen)}
      rest={text(nextAt ? 'OfNext' : 'OfAll', { all: say(all), time: nextAt ? sayShortly(nextAt) : '' })}
    >
      <div className={styles.unknown}>
        <div style={{ width: `${share}%` }} />
      </div>
      <p>
        {seen < all && text(seen === 0 ? 'NoneKnown' : 'RestUnknown')}{' '}
        {seen < all && may('fleet.change') && <Link to={addresses.fleet()}>{text('LookAtAll')}</Link>}
      </p>
    </Figure>
  )
}

function Receivers({ of: { all, wrong, unheard, heardAt } }: { of: Of<'receivers'> }) {
  const heard = all - unheard.length
  const [worst] = wrong
  return (
    <Figure
      name={text('CsrServers')}
      value={
        heard === 0
          ? text('NotKnown')
          : wrong.length === 0
            ? text('InOrder', { count: say(heard), all: say(all) })
            : say(wrong.length)
      }
      tone={heard === 0 ? undefined : wrong.length > 0 ? 'warn' : unheard.length === 0 ? 'ok' : undefined}
      rest={heard > 0 && wrong.length > 0 ? text('NotInOrder', { all: say(all) }) : ''}
    >
      <p>
        {worst !== undefined && <Link to={addresses.csr()}>{text('Worst', { server: worst })}</Link>}{' '}
        {unheard.length > 0 && text('Unheard', { servers: named(unheard) })}{' '}
        {heardAt && text('AgentsAt', { ago: sayAgo(heardAt) })}
      </p>
    </Figure>
  )
}

function Systems({ of: { asked, failing } }: { of: Limits['systems'] }) {
  const answering = asked - failing.length
  return (
    <Figure
      name={text('Systems')}
      value={asked === 0 ? text('NotKnown') : text('Answer', { count: answering, all: asked })}
      tone={failing.length > 0 ? 'error' : asked > 0 ? 'ok' : undefined}
      rest=""
    >
      <p>{failing.length > 0 ? text('Failing', { systems: failing.join(', ') }) : text('AskedWithin')}</p>
    </Figure>
  )
}
