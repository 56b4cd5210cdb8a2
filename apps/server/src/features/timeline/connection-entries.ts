import type { ConnectionTurn, TimelineStep } from '@support-console/contract'
import type { Row } from './source.ts'

const changed = (row: Row, field: string) => row.more?.changes?.find((change) => change.field === field)

/** What a row says that a panel's connection did. */
function turnOf(row: Row): ConnectionTurn {
  if (row.what !== '') return row.what as ConnectionTurn
  const connection = changed(row, 'connection')
  if (connection?.after === 'gone') return 'left'
  if (connection?.before === 'gone') return 'back'
  if (changed(row, 'container')) return 'moved'
  return connection?.after === 'silent' ? 'silent' : 'heard'
}

/** What a change of a panel's connection is told as; undefined where an absence tells all of it. */
export function connectionOf(row: Row): TimelineStep | undefined {
  const { key, at, kind, state, by, source, object, from, to, more } = row
  const others = (more?.changes ?? []).filter(({ field }) => field !== 'connection' && field !== 'container')
  const isChange = row.what === ''
  const step = { id: key, at: at.toISOString(), state, by, source, object, detail: '' }
  const changes = others.map((change) => ({ ...change, source, alsoBy: [] }))
  const isOfOthers = isChange && !changed(row, 'connection') && !changed(row, 'container')
  if (isOfOthers || (more?.isTold && changes.length > 0))
    return { ...step, kind: 'observation', what: '', from: null, to: null, changes }
  if (more?.isTold) return undefined
  const what = turnOf(row)
  const move = changed(row, 'container')
  const there = (isChange ? (move?.after ?? more?.container) : to) ?? from ?? ''
  return {
    ...step,
    kind,
    what,
    from: what === 'left' ? there : what === 'moved' ? (move?.before ?? '') : null,
    to: what === 'left' || what === 'reconnected' ? null : there,
    ...(changes.length > 0 && { changes }),
    ...(what === 'back' && more?.since && { since: more.since }),
    ...(more?.times !== undefined && { times: more.times, counts: byTenths(more.returns ?? []) }),
  }
}

/** How many in each tenth of an hour. */
const byTenths = (seconds: readonly number[]): number[] =>
  Array.from({ length: 10 }, (_, tenth) => seconds.filter((each) => Math.floor(each / 360) === tenth).length)
