import {
  changesIn,
  factRights,
  readWhy,
  shownChange,
  type Timeline,
  type TimelineChange,
  type TimelineStep,
  textOfStep,
} from '@support-console/contract'
import type { May } from '../../platform/sign-on/user.ts'
import { nameOfScope } from '../outages/index.ts'
import { connectionOf } from './connection-entries.ts'
import type { Row, Subject } from './source.ts'

export type Entry = Timeline['entries'][number]

/** The steps of a page's transactions, each in their order. */
export type Groups = ReadonlyMap<string | null, readonly Row[]>

/** The entry that stands at this row: a transaction stands at its first step, with the others below it; at these it has none. */
export function entryOf(row: Row, groups: Groups, may: May): Entry | undefined {
  if (row.kind === 'connection') {
    const said = connectionOf(row)
    return said && { ...said, transactionId: null, steps: [] }
  }
  const [first = row, ...later] = groups.get(row.transactionId) ?? []
  if (first.key !== row.key) return undefined
  const all = [row, ...later]
  if (all.every(({ kind }) => kind === 'observation')) return lookOf(all, may)
  return { ...toStep(row), transactionId: row.transactionId, steps: later.map(toStep) }
}

/** One look: what each source said otherwise, first the one that says most of how the thing stands. */
function lookOf(rows: readonly Row[], may: May): Entry {
  const [row] = rows as [Row]
  const changesOf = ({ source, more }: Row) => toldOf(source, more)
  const weight = (one: Row) =>
    (changesOf(one).some(({ field }) => field === 'deviceStatus') ? 100 : 0) + changesOf(one).length
  const ordered = [...rows].sort((one, other) => weight(other) - weight(one))
  const changes: TimelineChange[] = []
  for (const change of ordered.flatMap(changesOf)) {
    const same = changes.find(({ field, after }) => field === change.field && after === change.after)
    if (same) same.alsoBy.push(change.source)
    else changes.push(change)
  }
  return {
    ...toStep(row),
    source: ordered[0]?.source ?? row.source,
    // Who looked is an action of a person.
    by: may(factRights.userAction) ? (row.more?.email ?? '') : '',
    changes,
    transactionId: null,
    steps: [],
  }
}

/** A status in the source's own word says no more than ours, where both are otherwise. */
function toldOf(source: string, more: Row['more']): TimelineChange[] {
  const changes = more?.changes ?? []
  const hasOurs = changes.some(({ field }) => field === 'deviceStatus')
  return changes
    .filter(({ field }) => !(hasOurs && field === 'rawStatus'))
    .map((change) => ({ ...change, source, alsoBy: [] }))
}

function toStep(row: Row): TimelineStep {
  const { key, at, kind, what, from, to, detail, state, by, source, object, more } = row
  const step = { id: key, at: at.toISOString(), kind, what, from, to, detail, state, by, source, object }
  switch (kind) {
    case 'observation':
      return { ...step, changes: toldOf(source, more) }
    case 'deactivation':
      return {
        ...step,
        ...(more?.file && { file: more.file }),
        ...toldWhy(readWhy(more?.why ?? '')),
        ...(more?.changes && {
          changes: more.changes.map((change) => ({ ...change, source: '', alsoBy: [] })),
        }),
      }
    case 'outage':
      return { ...step, ...(more?.outage && { outage: toOutage(more.outage) }) }
    case 'gap':
      return { ...step, ...(more?.since && { since: more.since }) }
    default: {
      const { rest, ...why } = readWhy(detail)
      const changes = changesIn(rest).map((change) => ({ ...shownChange(change), source: '', alsoBy: [] }))
      return {
        ...step,
        detail: rest,
        ...toldWhy(why),
        ...(changes.length > 0 && { detail: '', changes }),
        ...(more?.isClaim && { isClaim: true }),
      }
    }
  }
}

const toOutage = ({ kind, id, company, ...outage }: NonNullable<NonNullable<Row['more']>['outage']>) => ({
  ...{ ...outage, of: { kind, id }, name: nameOfScope(kind, id, company) },
})

const toldWhy = ({ reason, ticket }: { reason: string; ticket: string }) => ({
  ...(reason && { reason }),
  ...(ticket && { ticket }),
})

interface Filter {
  /** Only entries of which a step is this person's. */
  by?: string | undefined
  /** Only entries whose steps say all these words, as they are shown. */
  text?: string | undefined
}

/** Whether a step of it is this person's, and all of them together say these words. */
export function wantedEntries({ by = '', text = '' }: Filter, of: Subject): (entry: Entry) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const person = by.toLowerCase()
  return ({ steps: later, ...entry }) => {
    const steps = [entry, ...later]
    if (person !== '' && !steps.some((step) => step.by.toLowerCase() === person)) return false
    if (words.length === 0) return true
    const said = [entry.transactionId ?? '', ...steps.map((step) => textOfStep(step, of))]
      .join(' ')
      .toLowerCase()
    return words.every((word) => said.includes(word))
  }
}
