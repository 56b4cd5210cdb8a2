import type { Shift } from '@support-console/contract'
import { mostOfShift } from '@support-console/contract/handover.words'
import { sayOutage } from '@support-console/contract/outages.words'
import { sayMinute } from '../../ui/local-time.ts'
import { text } from './texts.ts'

/** One thing that is told of a shift. */
export interface Told {
  readonly key: string
  readonly at: string
  /** With the name of the person, where it is everyone's. */
  readonly by: string
  readonly said: string
  /** How it stands, or why it failed. */
  readonly note: string
  readonly transactionId?: string
  readonly outageId?: string
}

export interface Part {
  readonly name: 'Outages' | 'Changes' | 'Failures' | 'Watches' | 'Notes'
  readonly none: 'NoOutages' | 'NoChanges' | 'NoFailures' | 'NoWatches' | 'NoNotes'
  readonly told: readonly Told[]
  /** What else there is to say; empty: nothing. */
  readonly beside: string
}

/** The parts of a shift, in their order. */
export function partsOf({ outages, changes, watches, notes, hasMore, withheld }: Shift): Part[] {
  const ofChange = (change: Shift['changes'][number]): Told => ({
    key: change.transactionId,
    at: change.at,
    by: change.by,
    said: change.what,
    note: noteOf(change),
    transactionId: change.transactionId,
  })
  const failed = changes.filter(({ outcome }) => outcome === 'failed')
  const more = hasMore ? text('HasMore', { count: mostOfShift }) : ''
  const hidden = (what: Shift['withheld'][number], say: string) => (withheld.includes(what) ? say : '')
  return [
    {
      name: 'Outages',
      none: 'NoOutages',
      told: outages.map(ofOutage),
      beside: hidden('outages', text('WithheldOutages')),
    },
    {
      name: 'Changes',
      none: 'NoChanges',
      told: changes.filter((change) => !failed.includes(change)).map(ofChange),
      beside: [hidden('changes', text('WithheldChanges')), more].filter(Boolean).join(' '),
    },
    { name: 'Failures', none: 'NoFailures', told: failed.map(ofChange), beside: '' },
    {
      name: 'Watches',
      none: 'NoWatches',
      told: watches.map((watch) => ({
        key: watch.watchId,
        at: watch.beganAt,
        by: watch.by,
        said: thingOf('panel', watch.cloudId),
        note: standOf(watch),
      })),
      beside: hidden('watches', text('WithheldWatches')),
    },
    {
      name: 'Notes',
      none: 'NoNotes',
      told: notes.map((note) => ({
        key: note.noteId,
        at: note.at,
        by: note.by,
        said: text('OnThing', { thing: thingOf(note.thing.kind, note.thing.id), text: note.text }),
        note: note.endedAt
          ? text('NoteEnded', { time: sayMinute(note.endedAt) })
          : text('NoteUntil', { time: sayMinute(note.until) }),
      })),
      beside: hidden('notes', text('WithheldNotes')),
    },
  ]
}

function ofOutage(outage: Shift['outages'][number]): Told {
  const { outageId, from, endedAt, mostAway } = outage
  return {
    key: outageId,
    at: from,
    by: '',
    said: text('OutageOf', { outage: sayOutage(outage), panels: mostAway }),
    note: endedAt ? text('OutageUntil', { time: sayMinute(endedAt) }) : text('OutageLasts'),
    outageId,
  }
}

function noteOf({ outcome, failed, reason }: Shift['changes'][number]): string {
  if (outcome === 'open') return text('Open')
  if (outcome === 'done') return ''
  const steps = failed > 1 ? text('Steps', { count: failed }) : ''
  return [steps, reason.split('\n')[0]].filter(Boolean).join(': ')
}

function standOf({ state, until, endedAt }: Shift['watches'][number]): string {
  if (state === 'running') return text('WatchUntil', { time: sayMinute(until) })
  if (state === 'back') return text('WatchBack', { time: sayMinute(endedAt ?? until) })
  return text(state === 'over' ? 'WatchOver' : 'WatchStopped')
}

const kinds = { sim: 'OnSim', panel: 'OnPanel', company: 'OnCompany', csr: 'OnCsr' } as const
const thingOf = (kind: keyof typeof kinds, id: string): string => text(kinds[kind], { id })

/** All of it as text: the time with its zone, who, each part with its lines, and where it is. */
export function linesOf(shift: Shift, { from, to }: { from: number; to: number }, address: string): string[] {
  return [
    text('TextTitle'),
    text('TextTime', { from: sayMinute(from), to: sayMinute(to) }),
    text('TextWho', { who: shift.who || text('Everyone') }),
    ...partsOf(shift).flatMap(({ name, none, told, beside }) => [
      '',
      `${text(name)}: ${told.length}`,
      ...(told.length === 0 && beside === '' ? [text(none)] : []),
      ...told.map(({ at, said, note, by }) =>
        text('TextEntry', {
          time: sayMinute(at),
          said: [said, note, shift.who === '' ? by : ''].filter(Boolean).join(' · '),
        }),
      ),
      ...(beside ? [beside] : []),
    ]),
    '',
    address,
  ]
}
