import type { Timeline, TimelineEntry, TimelineKind, TimelineStep } from '@support-console/contract'
import { sourceName } from '@support-console/contract/observed.words'
import { sayWhy, withWhy } from '@support-console/contract/reasons.words'
import {
  changeName,
  plainSaid,
  type SaidOf,
  type SaidPart,
  sentenceOf,
  shownValue,
} from '@support-console/contract/timeline.said'
import type { Sheet } from '../../kit/download/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import { localTime, plainTime, zoneOffset } from '../../ui/local-time.ts'
import { text } from './texts.ts'

/** What someone chooses among: kinds that people hold for one. */
const groups = {
  Changes: ['observation', 'gap'],
  People: ['action', 'flag', 'environment'],
  Sim: ['sim-activity', 'deactivation'],
  Connection: ['connection', 'outage'],
  Work: ['deactivation', 'deployment'],
} as const satisfies Record<string, readonly TimelineKind[]>
export type GroupName = keyof typeof groups

/** Of each kind of thing, whatever was read or found. */
export const groupsOf: Readonly<Partial<Record<SaidOf['kind'], readonly GroupName[]>>> = {
  sim: ['Changes', 'People', 'Sim'],
  panel: ['Changes', 'People', 'Connection'],
  company: ['People', 'Work', 'Connection'],
  csr: ['People', 'Work', 'Connection'],
}

export interface Filter {
  /** Of what was read. */
  group: GroupName | 'All'
  /** An e-mail; empty: anyone. The server looks for it, as for words. */
  person: string
  /** Words, in any order. */
  search: string
}
export const noFilter: Filter = { group: 'All', person: '', search: '' }
export const isGroup = (name: string): name is GroupName => Object.hasOwn(groups, name)

const stepsOf = (entry: TimelineEntry) => [entry, ...entry.steps]

export const isOfGroup = (entry: TimelineEntry, group: GroupName | 'All'): boolean =>
  group === 'All' || stepsOf(entry).some(({ kind }) => (groups[group] as readonly string[]).includes(kind))

export const peopleIn = (entries: readonly TimelineEntry[]): string[] =>
  [...new Set(entries.flatMap(stepsOf).flatMap(({ by }) => by || []))].sort()

interface Day {
  day: string
  at: string
  /** The zone, where it is not that of the day above. */
  offset: string
  /** How many looks found no change. */
  looks: number
  entries: TimelineEntry[]
}

/** The entries of each day of the reader's zone, in their order, with its looks that found no change. */
export function byDay(entries: readonly TimelineEntry[], looks: readonly Timeline['looks'][number][]): Day[] {
  const counts = new Map<string, number>()
  for (const { at, count } of looks) {
    const { day } = localTime(at)
    counts.set(day, (counts.get(day) ?? 0) + count)
  }
  const days = Map.groupBy(entries, ({ at }) => localTime(at).day)
  let above = ''
  return Array.from(days, ([day, ofDay]) => {
    const at = ofDay[0]?.at ?? ''
    const zone = zoneOffset(new Date(at))
    const offset = zone === above ? '' : zone
    above = zone
    return { day, at, offset, looks: counts.get(day) ?? 0, entries: ofDay }
  })
}

/** A file is read without its page: things are named, and times are told whole. */
const inFile = (part: SaidPart): SaidPart => {
  if (typeof part === 'string' || !('as' in part)) return part
  if (part.as === 'time') return plainTime(part.at)
  return part.as === 'duration' ? sayDuration(part.from, part.to) : part
}

/** What is shown as rows to save, in the same words: each step one, and each field of a look; the newest transaction first. */
export function sheetOf(of: SaidOf, entries: readonly TimelineEntry[]): Sheet {
  const offsets = [...new Set(entries.map(({ at }) => zoneOffset(new Date(at))))].join(', ')
  const headings = [
    'ColumnKind',
    'ColumnWhat',
    'ColumnBefore',
    'ColumnAfter',
    'ColumnState',
    'ColumnDetail',
    'ColumnBy',
    'ColumnSource',
    'ColumnTransaction',
  ] as const
  return {
    name: text('File', { id: of.ids[0] ?? '' }),
    columns: [
      { heading: offsets ? `${text('ColumnTime')} (${offsets})` : text('ColumnTime'), kind: 'time' },
      ...headings.map((name) => ({ heading: text(name) })),
    ],
    rows: entries.flatMap((entry) =>
      stepsOf(entry).flatMap((step) =>
        saidInFile(step, of).map(([what, from, to]) => [
          plainTime(step.at),
          text(step.kind),
          what,
          from,
          to,
          step.state,
          withWhy(sayWhy(step), step.detail),
          step.by,
          sourceName(step.source),
          entry.transactionId ?? '',
        ]),
      ),
    ),
  }
}

function saidInFile(step: TimelineStep, { kind }: SaidOf): [what: string, before: string, after: string][] {
  const { kind: of, changes = [], from, to } = step
  if (of === 'observation')
    return changes.map((change) => [
      text('FieldOf', { source: sourceName(change.source), field: changeName(change) }),
      shownValue(change, 'before'),
      shownValue(change, 'after'),
    ])
  const sentence = plainSaid(sentenceOf(step, { kind, ids: [] }).map(inFile))
  return [[sentence, of === 'deployment' ? (from ?? '') : '', of === 'deployment' ? (to ?? '') : '']]
}
