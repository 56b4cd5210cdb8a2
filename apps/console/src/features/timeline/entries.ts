import type { TimelineEntry, TimelineKind } from '@support-console/contract'
import type { Sheet } from '../../kit/download/index.ts'
import { localTime, plainTime, zoneOffset } from '../../ui/local-time.ts'
import { text } from './texts.ts'

/** What somebody chooses among: kinds that people hold for one. */
const groups = [
  ['People', ['action', 'flag', 'environment']],
  ['Changes', ['observation', 'gap']],
  ['SimActivity', ['sim-activity']],
  ['Work', ['deactivation', 'deployment']],
] as const satisfies readonly (readonly [string, readonly TimelineKind[]])[]
export type GroupName = (typeof groups)[number][0]
export const groupNames = groups.map(([name]) => name)
const kindsOf = new Map<string, readonly TimelineKind[]>(groups)

export interface Filter {
  /** Of what was read. */
  group: GroupName | 'All'
  /** An e-mail; empty: anyone. The server looks for it, as for words. */
  person: string
  /** Words, in any order. */
  search: string
}
export const noFilter: Filter = { group: 'All', person: '', search: '' }

const stepsOf = (entry: TimelineEntry) => [entry, ...entry.steps]

export const isOfGroup = (entry: TimelineEntry, group: GroupName | 'All'): boolean =>
  group === 'All' || stepsOf(entry).some(({ kind }) => kindsOf.get(group)?.includes(kind))

export const peopleIn = (entries: readonly TimelineEntry[]): string[] =>
  [...new Set(entries.flatMap(stepsOf).flatMap(({ by }) => by || []))].sort()

/** The entries of each day of the reader's zone, in their order. */
export function byDay(
  entries: readonly TimelineEntry[],
): { day: string; offset: string; entries: TimelineEntry[] }[] {
  const days = Map.groupBy(entries, ({ at }) => localTime(at).day)
  return Array.from(days, ([day, ofDay]) => ({
    day,
    offset: zoneOffset(new Date(ofDay[0]?.at ?? 0)),
    entries: ofDay,
  }))
}

/** What is shown as rows to save: each step one, the newest transaction first. */
export function sheetOf(id: string, entries: readonly TimelineEntry[]): Sheet {
  const offsets = [...new Set(entries.map(({ at }) => zoneOffset(new Date(at))))].join(', ')
  const headings = [
    'ColumnKind',
    'ColumnWhat',
    'ColumnFrom',
    'ColumnTo',
    'ColumnState',
    'ColumnDetail',
    'ColumnBy',
    'ColumnSource',
    'ColumnTransaction',
  ] as const
  return {
    name: text('File', { id }),
    columns: [
      { heading: offsets ? `${text('ColumnTime')} (${offsets})` : text('ColumnTime'), kind: 'time' },
      ...headings.map((name) => ({ heading: text(name) })),
    ],
    rows: entries.flatMap((entry) =>
      stepsOf(entry).map(({ at, kind, what, from, to, state, detail, by, source }) => [
        plainTime(at),
        kind,
        what,
        from ?? '',
        to ?? '',
        state,
        detail,
        by,
        source,
        entry.transactionId ?? '',
      ]),
    ),
  }
}
