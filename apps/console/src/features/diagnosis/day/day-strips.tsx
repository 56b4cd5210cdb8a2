import type { Change, Day, DayStrip } from '@support-console/contract'
import { type DayStripKind, dayHours } from '@support-console/contract/days.words'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons/controls.tsx'
import { localTime } from '../../../ui/local-time.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { Said } from '../../../ui/thing.tsx'
import { copyLines } from '../copy-lines.ts'
import { text } from '../texts.ts'
import { hoursBetween, placeOf } from './axis.ts'
import styles from './day.module.css'
import { namedOf, sayChange, sayMomentOf, sayPart, stripNames } from './words.ts'

/** Which strips a page has, from the first paint. */
const stripsOf = { panel: ['reports', 'session'], sim: ['state', 'session'] } as const satisfies Record<
  string,
  readonly DayStripKind[]
>
const stepMs = 5 * 60_000

interface DayStripsProps {
  readonly kind: 'panel' | 'sim'
  /** Undefined: it is not read yet. */
  readonly day: Day | undefined
  readonly isNow: boolean
  /** When the silence began; null: nothing is silent. */
  readonly silence: string | null
  /** Whether a change is the cause. */
  readonly isCause: (change: Change) => boolean
}

/** Strips on one axis, drawn to scale: press or arrow keys put a hair line on them, which says what was known then. */
export function DayStrips({ kind, day, isNow, silence, isCause }: DayStripsProps) {
  const [moment, setMoment] = useState<number | null>(null)
  const [told, setTold] = useState<Change | null>(null)
  const until = day ? Date.parse(day.until) : serverNow()
  const from = day ? Date.parse(day.from) : until - dayHours * 3600_000
  const place = (at: number | string) =>
    `${placeOf(typeof at === 'string' ? Date.parse(at) : at, from, until)}%`
  const shown = moment !== null && moment >= from && moment <= until ? moment : null
  const said = day && shown !== null ? sayMomentOf(day, kind, shown) : ''
  return (
    <>
      <div className={`stack relative ${styles.day}`}>
        {stripsOf[kind].map((name) => (
          <Strip
            key={name}
            name={text(stripNames[kind][name])}
            of={day?.strips.find((strip) => strip.kind === name)}
            isRead={day !== undefined}
            {...{ kind: name, until, place }}
          />
        ))}
        <span>{text('DayChanges')}</span>
        <div className={`relative ${styles.ticks}`}>
          {day?.changes.map((change) => (
            <button
              type="button"
              key={`${change.at} ${change.what}`}
              className={`absolute ${styles.tick}`}
              style={{ left: place(change.at) }}
              data-cause={isCause(change)}
              aria-label={sayChange(change)}
              onClick={() => setTold(change)}
              onFocus={() => setTold(change)}
            />
          ))}
        </div>
        <div className={`absolute ${styles.over}`}>
          <input
            type="range"
            min={from}
            max={until}
            step={stepMs}
            value={shown ?? until}
            aria-label={text('DayMoment')}
            aria-valuetext={said || text('DayNoMoment')}
            onChange={(event) => setMoment(event.target.valueAsNumber)}
            disabled={!day}
          />
          {shown !== null && <i className={`absolute ${styles.hair}`} style={{ left: place(shown) }} />}
        </div>
        <div className={`relative faint ${styles.axis}`} aria-hidden="true">
          <span>{localTime(from).time.slice(0, 5)}</span>
          {hoursBetween(from, until).map(({ at, label }) => (
            <span key={at} className={`absolute ${styles.hour}`} style={{ left: place(at) }}>
              {label}
            </span>
          ))}
          <span className={`absolute ${styles.end}`}>
            {isNow ? text('DayNow') : localTime(until).time.slice(0, 5)}
          </span>
        </div>
      </div>
      <div className={`small quiet ${styles.lines}`}>
        {said ? (
          <p className="row wrap gap-8" aria-live="polite">
            <span>{said}</span>
            <Button
              look="quiet"
              size="row"
              icon={<CopyIcon />}
              onPress={() => void copyLines([said], text('DayCopied'))}
            >
              {text('DayCopy')}
            </Button>
          </p>
        ) : (
          <p>
            {told && <Said>{sayChange(told)}</Said>}
            {day && !told && <Named day={day} silence={silence} />}
          </p>
        )}
        {day?.whoNeeds && <p>{text('ChangesNeed', { role: day.whoNeeds })}</p>}
      </div>
    </>
  )
}

/** The changes nearest to the silence, in words. */
function Named({ day: { changes }, silence }: { readonly day: Day; readonly silence: string | null }) {
  if (changes.length === 0) return text('DayNoChange')
  const named = namedOf(changes, silence)
  const more = changes.length - named.length
  return (
    <>
      <Said>{named.map(sayChange).join(' · ')}</Said>
      {more > 0 && ` · ${text('AndMore', { count: more })}`}
    </>
  )
}

interface StripProps {
  readonly name: string
  readonly kind: DayStripKind
  /** Undefined: nothing was ever told of it. */
  readonly of: DayStrip | undefined
  readonly isRead: boolean
  readonly until: number
  readonly place: (at: number | string) => string
}

/** One bar; for listeners a list of the same. */
function Strip({ name, kind, of, isRead, until, place }: StripProps) {
  const ended = (at: number) => of?.parts[at + 1]?.from ?? until
  const clock = (at: string | number) => localTime(at).time.slice(0, 5)
  return (
    <>
      <span>{name}</span>
      <div className={`relative clip ${styles.bar}`} data-known={!isRead || of !== undefined}>
        {of?.parts.map(({ from, state }, at) => (
          <span
            key={from}
            data-state={state}
            style={{ left: place(from), width: `calc(${place(ended(at))} - ${place(from)})` }}
          />
        ))}
        <ul className="visually-hidden" aria-label={name}>
          {of?.parts.map((part, at) => (
            <li key={part.from}>
              {text('DayPart', {
                word: sayPart(kind, part),
                from: clock(part.from),
                until: clock(ended(at)),
              })}
            </li>
          ))}
          {isRead && !of && <li>{text('DayNotKnown')}</li>}
        </ul>
      </div>
    </>
  )
}
