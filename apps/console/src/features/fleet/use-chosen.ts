import type { FleetGroup, FleetRow } from '@support-console/contract'
import { useMemo, useRef } from 'react'
import { ApiError, api } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { useEntryState } from '../../kit/use-entry-state.ts'
import { showToast } from '../../ui/toast-store.ts'
import { withCause } from './look-again.tsx'
import { text } from './texts.ts'

const none: ReadonlySet<string> = new Set()
const without = (ids: Iterable<string>, gone: Iterable<string>): Set<string> => {
  const left = new Set(ids)
  for (const id of gone) left.delete(id)
  return left
}

/** Whether a row stands for several things. */
export const isGroup = (row: FleetRow): row is FleetGroup => row.row === 'group'

export type Choice = ReturnType<typeof useChosen>

/** What is selected: findings by name, and the rows that stand for several of them, whose findings are asked for. */
export function useChosen(asked: string, rows: readonly FleetRow[]) {
  const isPast = useMoment() !== null
  const [ids, setIds] = useEntryState('findings', none)
  const [causes, setCauses] = useEntryState('causes', none)
  const [isAll, setAll] = useEntryState('all', false)
  /** The last wish for each such row, which an answer that comes later must not undo. */
  const wished = useRef(new Map<string, boolean>())
  const groups = useMemo(
    () => new Map(rows.filter(isGroup).map((group) => [group.id, group] as const)),
    [rows],
  )
  const whole = useMemo(() => new Set([...causes, ...(isAll ? groups.keys() : [])]), [causes, isAll, groups])
  const selected = useMemo(() => new Set([...ids, ...whole]), [ids, whole])

  async function take(key: string, group: FleetGroup, isWished: boolean): Promise<void> {
    wished.current.set(key, isWished)
    try {
      const { data } = await api('GET /fleet/v1/chosen', { query: { filter: withCause(asked, group.id) } })
      if (wished.current.get(key) !== isWished) return
      setIds((before) => (isWished ? new Set([...before, ...data.ids]) : without(before, data.ids)))
    } catch (error) {
      if (wished.current.get(key) !== isWished) return
      setCauses((before) => (isWished ? without(before, [key]) : new Set([...before, key])))
      showToast(text('CannotChoose', { why: error instanceof ApiError ? error.message : '' }), 'error')
    }
  }

  /** Takes what the table says of the rows that it shows; what is selected elsewhere stays. */
  function select(next: ReadonlySet<string>) {
    const keys = rows.map(({ id }) => id)
    const added = keys.filter((key) => next.has(key) && !selected.has(key))
    const removed = keys.filter((key) => !next.has(key) && selected.has(key))
    const isSingle = (key: string) => !groups.has(key)
    setIds((before) => new Set([...without(before, removed), ...added.filter(isSingle)]))
    // A finding that was taken out may be one of a row of several that is not shown now.
    const kept = removed.some(isSingle) ? none : without(whole, removed)
    setCauses(new Set([...kept, ...added.filter((key) => groups.has(key))]))
    setAll(false)
    for (const [list, isWished] of [
      [added, true],
      [removed, false],
    ] as const)
      for (const key of list) {
        const group = groups.get(key)
        if (group) void take(key, group, isWished)
      }
  }

  return {
    /** Findings: 'no-panel sim 8901170000000000013'. */
    ids,
    /** For the table: keys of rows. What was cannot be selected. */
    inTable: isPast ? {} : { selected, onSelectedChange: select },
    all(found: readonly string[]) {
      wished.current.clear()
      setIds(new Set(found))
      setAll(true)
    },
    clear() {
      wished.current.clear()
      setIds(none)
      setCauses(none)
      setAll(false)
    },
  }
}
