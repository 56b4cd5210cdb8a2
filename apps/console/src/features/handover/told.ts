import type { Shift, Undertaking } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { canPutBack } from '@support-console/contract/companies.words'
import { sayOutage } from '@support-console/contract/outages.words'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { marks, wordsOf } from '../../kit/undertaking/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { text } from './texts.ts'

/** One thing that is told of a shift. */
export interface Told {
  readonly key: string
  readonly at: string
  /** Of what lasted: its end; null: it lasts. */
  readonly until?: string | null
  readonly mark: MarkKind
  /** What it is: an outage, a change; empty for what is to go on with. */
  readonly kind: string
  readonly said: string
  /** What else there is to say, each apart. */
  readonly notes: readonly string[]
  readonly by: string
  readonly ticket: string
  readonly way?: { readonly to: string; readonly verb: 'Open' | 'TakeOver' }
  readonly transactionId?: string
  /** The form that puts the former values back. */
  readonly putBack?: string
}

/** Work that is left or goes on, panels that are watched, and notes that hold. */
export function leftOf({ left, watches, notes }: Shift, now: number): Told[] {
  return [
    ...left.map(ofWork),
    ...watches
      .filter(({ state }) => state === 'running')
      .map(
        (watch): Told => ({
          ...{ key: watch.watchId, at: watch.beganAt, mark: 'pending', kind: '', by: watch.by, ticket: '' },
          said: text('WatchedUntil', {
            panel: thingOf('panel', watch.cloudId),
            time: sayShortly(watch.until, now),
          }),
          notes: [],
        }),
      ),
    ...notes
      .filter((note) => holds(note, now))
      .map(
        (note): Told => ({
          ...{ key: note.noteId, at: note.at, mark: 'info', kind: '', by: note.by, ticket: '' },
          said: sayNote(note),
          notes: [text('NoteUntil', { time: sayShortly(note.until, now) })],
        }),
      ),
  ]
}

function ofWork(work: Undertaking): Told {
  const { counts, name, state, endedAt } = work
  const words = wordsOf(work)
  const isLeft = endedAt !== null && counts.total > 1
  return {
    ...{ key: work.id, at: work.beganAt, mark: marks[state], kind: '', by: work.by, ticket: '' },
    said: isLeft
      ? text('LeftOf', { name: name || words.title, left: counts.total - counts.done, total: counts.total })
      : words.title,
    notes: isLeft ? [] : [words.beside].filter(Boolean),
    way: { to: undertakingKinds[work.kind].page(work), verb: isLeft ? 'TakeOver' : 'Open' },
    transactionId: work.transactionId,
  }
}

const holds = ({ endedAt, until }: Shift['notes'][number], now: number): boolean =>
  endedAt === null && Date.parse(until) > now

const sayNote = ({ thing, text: said }: Shift['notes'][number]): string =>
  text('OnThing', { thing: thingOf(thing.kind, thing.id), text: said })

/** Outages, changes, and watches and notes that are over. */
export function happened({ outages, changes, watches, notes }: Shift, now: number): Told[] {
  return [
    ...outages.map((outage) => ofOutage(outage, now)),
    ...changes.map(ofChange),
    ...watches
      .filter(({ state }) => state !== 'running')
      .map(
        (watch): Told => ({
          ...{
            key: watch.watchId,
            at: watch.endedAt ?? watch.until,
            kind: text('Watch'),
            by: watch.by,
            ticket: '',
          },
          mark: watch.state === 'back' ? 'ok' : 'unknown',
          said: text(watchEnds[watch.state as keyof typeof watchEnds], {
            panel: thingOf('panel', watch.cloudId),
          }),
          notes: [],
        }),
      ),
    ...notes
      .filter((note) => !holds(note, now))
      .map(
        (note): Told => ({
          ...{ key: note.noteId, at: note.at, mark: 'info', kind: text('Note'), by: note.by, ticket: '' },
          said: sayNote(note),
          notes: [
            note.endedAt
              ? text('NoteEnded', { time: sayShortly(note.endedAt, now) })
              : text('NoteUntil', { time: sayShortly(note.until, now) }),
          ],
        }),
      ),
  ]
}

const watchEnds = { back: 'WatchBack', over: 'WatchOver', stopped: 'WatchStopped' } as const

function ofOutage(outage: Shift['outages'][number], now: number): Told {
  const { outageId, from, endedAt, mostAway, stillSilent, silentPanels } = outage
  const named = silentPanels.join(', ')
  const more = stillSilent - silentPanels.length
  return {
    ...{ key: outageId, at: from, until: endedAt, kind: text('Outage'), by: '', ticket: '' },
    mark: endedAt === null ? 'error' : stillSilent > 0 ? 'warn' : 'ok',
    said: text('OutageOf', { outage: sayOutage(outage), panels: mostAway }),
    notes: [
      endedAt ? text('BackAfter', { duration: sayDuration(from, endedAt) }) : text('OutageLasts'),
      endedAt && stillSilent > 0
        ? text('SilentPanels', { panels: more > 0 ? text('AndMore', { panels: named, count: more }) : named })
        : '',
    ].filter(Boolean),
    way: { to: addresses.outages(outageId), verb: 'Open' },
    // As it stands now.
    ...(endedAt === null && { until: new Date(now).toISOString() }),
  }
}

function ofChange(change: Shift['changes'][number]): Told {
  const { transactionId, at, by, outcome, work, ticket, object, companies, answers } = change
  const isDone = outcome === 'done'
  return {
    ...{ key: transactionId, transactionId, at, by, ticket },
    mark: outcome === 'failed' ? 'error' : work?.endedAt === null || outcome === 'open' ? 'running' : 'ok',
    kind: text(outcome === 'failed' ? 'Failed' : outcome === 'open' ? 'Unfinished' : 'Change'),
    said: work?.kind === 'deployment' ? wordsOf(work).title : sayChanged(change),
    notes: [
      work?.kind === 'batch' ? work.name : '',
      work ? wordsOf(work).how : '',
      companies.length > 0 ? text('OfCompanies', { companies: companies.join(', ') }) : '',
      outcome === 'failed' ? sayFailure(change) : '',
      answers > 0 ? text('Answered', { count: answers }) : '',
    ].filter(Boolean),
    ...(isDone &&
      canPutBack(object, change.changes) && {
        putBack: addresses.companyPutBack(Number(object.slice('company '.length)), transactionId),
      }),
  }
}

/** So many fields are told from what to what. */
const mostFields = 3

/** 'Save company Harbor Security (SAP 1000001): VPN endpoint 10.4.0.1 → 10.4.0.9' */
function sayChanged({ what, changes }: Shift['changes'][number]): string {
  if (changes.length === 0) return what
  const said = changes
    .slice(0, mostFields)
    .map(({ field, before, after }) =>
      text('Changed', { field, before: before || text('None'), after: after || text('None') }),
    )
    .join('; ')
  const more = changes.length - mostFields
  return `${what}: ${more > 0 ? text('AndFields', { said, count: more }) : said}`
}

function sayFailure({ failed, reason }: Shift['changes'][number]): string {
  const steps = failed > 1 ? text('Steps', { count: failed }) : ''
  return [steps, reason.split('\n')[0]].filter(Boolean).join(': ')
}

const kinds = { sim: 'OnSim', panel: 'OnPanel', company: 'OnCompany', csr: 'OnCsr' } as const
const thingOf = (kind: keyof typeof kinds, id: string): string => text(kinds[kind], { id })
