import type { Change, Diagnosis, Finding } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import type { IdentifiedKind } from '@support-console/contract/identifiers'
import { useState } from 'react'
import { Link } from '../../kit/link.tsx'
import { ThingIcon } from '../../kit/thing-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { localTime, sayTime } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Said } from '../../ui/thing.tsx'
import styles from './changes.module.css'
import { sayLocally } from './said.ts'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

/** So many rows stand from the first paint, and are shown before all are asked for. */
const reserved = 3

/** What was changed, or changed by itself, in the day before the silence: each with who, when, and what it did not do. */
export function Changes({ look, onLookAgain }: { readonly look: Look; readonly onLookAgain: () => void }) {
  const [showsAll, setShowsAll] = useState(false)
  const { known, ahead } = look
  const { changes, before, whoNeeds } = known.changes
  const note = noteOf(look)
  const room = reserved - (note ? 1 : 0)
  const shown = showsAll ? changes : changes.slice(0, room)
  // Each free place keeps its own: what comes takes the first of them, and none of the others moves.
  const places = Array.from({ length: reserved }, (_, at) => at).slice(shown.length + (note ? 1 : 0))
  return (
    <Section
      title={text(before === null && !look.isUnderWay ? 'ChangesOfLate' : 'ChangesTitle')}
      state={<span className="tabular quiet">{sayCount(known.changes, look.isUnderWay)}</span>}
    >
      <ol className={styles.list}>
        {shown.map((change) => (
          <Row
            key={`${change.at} ${change.what}`}
            {...{ change, before, ahead, own: known, refuted: refutedOf(change, known.findings) }}
          />
        ))}
        {note && (
          <li key={`note ${shown.length}`} className={styles.row} data-note>
            {note === 'ChangesComing' || note === 'AskingChanged' ? (
              <span className={`row gap-8 ${styles.coming}`}>
                <StateMark kind="running" /> {text(note)}
              </span>
            ) : (
              <span>{note === 'NoChanges' ? text(note, { day: dayOf(before) }) : text(note)}</span>
            )}
            {note === 'ChangesFailed' && (
              <Button size="row" onPress={onLookAgain}>
                {text('TryAgain')}
              </Button>
            )}
          </li>
        )}
        {places.map((at) => (
          <li key={at} className={styles.row} aria-hidden="true" />
        ))}
      </ol>
      <p className={`row gap-12 small quiet ${styles.foot}`}>
        {changes.length > room && !showsAll && (
          <Button look="quiet" size="tool" onPress={() => setShowsAll(true)}>
            {text('All', { count: changes.length })}
          </Button>
        )}
        {whoNeeds !== null && text('ChangesNeed', { role: whoNeeds })}
      </p>
    </Section>
  )
}

/** What is said in a row's place, after those that there are, so that none of them moves: who is still asked, or why there is nothing. */
function noteOf({ known: { changes, sources }, error }: Look) {
  if (changes.state === 'failed' || (changes.state === 'waiting' && error)) return 'ChangesFailed'
  if (changes.state === 'waiting') return 'ChangesComing'
  if (sources.some(({ source, state }) => isOfSim(source) && state === 'asking')) return 'AskingChanged'
  return changes.changes.length === 0 ? 'NoChanges' : undefined
}

/** Any of those who are asked about a SIM tells when it last changed. */
const isOfSim = (source: string): boolean => !['WebConnect', 'Remote Portal', 'Pathfinder'].includes(source)

const dayOf = (before: string | null): string =>
  before === null ? text('DayOfLate') : text('DayBefore', { time: sayShortly(before) })

function sayCount({ changes, before }: Diagnosis['changes'], isUnderWay: boolean): string {
  const said = { count: changes.length, day: dayOf(before) }
  if (said.count === 0) return ''
  if (said.count === 1) return text(isUnderWay ? 'ChangeSoFar' : 'ChangeCount', said)
  return text(isUnderWay ? 'ChangesSoFar' : 'ChangesCount', said)
}

/** Why it is not the cause: what it did not do. */
const refutedOf = ({ transactionId }: Change, findings: readonly Finding[]): string | null =>
  findings.find(
    ({ changedBy, refuted }) =>
      refuted !== null && transactionId !== null && changedBy?.transactionId === transactionId,
  )?.refuted ?? null

const icons = {
  company: 'company',
  environment: 'panel',
  management: 'panel',
  deactivation: 'sim',
  usability: 'sim',
  sim: 'sim',
  'sim-panel': 'sim',
  release: 'csr',
} as const satisfies Record<Change['kind'], IdentifiedKind>

interface RowProps {
  readonly change: Change
  readonly before: string | null
  /** The server's clock before this browser's, in ms. */
  readonly ahead: number
  readonly own: Pick<Diagnosis, 'cloudId'>
  readonly refuted: string | null
}

function Row({ change, before, ahead, own, refuted }: RowProps) {
  const { at, kind, what, who, transactionId, scope } = change
  const { day, time } = localTime(at)
  const isToday = day === localTime(serverNow()).day
  return (
    <li className={styles.row}>
      <time className={`nowrap mono ${styles.time}`} dateTime={at} title={sayTime(at)}>
        {!isToday && <span className={styles.day}>{sayShortly(at).replace(/ \S+$/, '')} </span>}
        {time}
      </time>
      <span className={styles.before}>
        {sayDistance(at, before ?? new Date(serverNow() + ahead).toISOString(), before)}
      </span>
      <span className={`flex quiet ${styles.icon}`}>
        <ThingIcon kind={icons[kind]} />
      </span>
      <span className={styles.who}>{who && <Said>{who}</Said>}</span>
      <span className={styles.what}>
        <What of={sayLocally(what)} /> {refuted && <span className={styles.but}>{sayLocally(refuted)}</span>}
      </span>
      <span className={styles.link}>
        {transactionId !== null ? (
          <Identifier value={transactionId} of="transaction" isShort />
        ) : (
          scope.kind === 'sim' &&
          own.cloudId !== null && <Link to={pageOf('sim', scope.id)}>{text('SimTimeline')}</Link>
        )}
      </span>
    </li>
  )
}

/** What it was before, and has become: 'SIM status Active → Suspended'. */
function What({ of }: { readonly of: string }) {
  const [, said = '', was, is] = /^(.*?)(\S+) → (\S+?)\.?$/.exec(of) ?? []
  if (was === undefined) return <Said>{of.replace(/\.$/, '')}</Said>
  return (
    <>
      {said}
      <del>{was}</del> → <b>{is}</b>
    </>
  )
}

/** '15 min before', in the largest unit that fits; without a silence '15 min ago'. */
function sayDistance(at: string, of: string, before: string | null): string {
  const apart = Date.parse(of) - Date.parse(at)
  const minutes = Math.round(Math.abs(apart) / 60_000)
  if (minutes === 0) return text(before === null ? 'JustNow' : 'Just')
  const time =
    minutes < 60
      ? text('Minutes', { count: minutes })
      : minutes < 48 * 60
        ? text('Hours', { count: Math.round(minutes / 60) })
        : text('Days', { count: Math.round(minutes / 1440) })
  if (before === null) return text('Ago', { time })
  return text(apart >= 0 ? 'Before' : 'After', { time })
}
