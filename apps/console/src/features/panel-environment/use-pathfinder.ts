import type { Why } from '@support-console/contract'
import { readGuid } from '@support-console/contract/guid'
import type { Environment } from '@support-console/contract/permissions'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, type DataOf } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { useSearch } from '../../api/use-search.ts'
import { printed } from './environments.ts'
import { text } from './texts.ts'

/** What an update is about. */
export interface Update {
  physicalId: string
  /** Which one it is, with its state; null: not known, or not shown. */
  panel: DataOf<'GET /panelenvironment/v1/{physicalId}/pathfinder'>['panel']
  from: Environment
  to: Environment
}

type Wanted = Pick<Update, 'physicalId' | 'to'>

/** What Pathfinder said after an update; null while it is asked. */
export type ReadBack = { environment: Environment } | { error: ApiError } | null

/** The physical ID of a text, as our systems write it; null where it is none. */
export const physicalIdOf = (typed: string): string | null => readGuid(typed) ?? null

/** A panel's environment, queried at Pathfinder (2.9). */
export const useEnvironment = (physicalId: string | null) =>
  useSearch({
    name: 'pathfinder',
    search: physicalId,
    screenTitle: text('ScreenTitle'),
    actionOf: (id: string) => text('ActionQuery', { physicalId: id }),
    ask: (id: string, transactionId, signal) => readEnvironment(id, transactionId, signal),
  })

/** Queries a panel's environment at Pathfinder, points it elsewhere, and reads back whether that took effect (2.9, 4). */
export function usePathfinder(physicalId: string | null) {
  const found = useEnvironment(physicalId)
  const change = useChange('PUT /panelenvironment/v1/{physicalId}/pathfinder', text('ScreenTitle'))
  /** What shall be pointed where, while Pathfinder is asked where it points now. */
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [update, setUpdate] = useState<Update | null>(null)
  const [isAsking, setAsking] = useState(false)
  /** Where the panel is already that someone wanted to point there. */
  const [isThere, setThere] = useState<Environment | null>(null)
  const [readBack, setReadBack] = useState<ReadBack>(null)

  const { isPending } = change
  const { state, data } = found
  useEffect(() => {
    if (!wanted || wanted.physicalId !== physicalId || state === 'pending' || isPending) return
    setWanted(null)
    if (state !== 'fulfilled' || !data) return
    if (data.environment === wanted.to) {
      setThere(wanted.to)
      return
    }
    setUpdate({ ...wanted, from: data.environment, panel: data.panel })
    setAsking(true)
  }, [wanted, physicalId, state, data, isPending])

  const forget = useRef((_left: string | null) => {})
  forget.current = (left) => {
    setThere(null)
    setAsking(false)
    // Left by Back, for example, before Pathfinder said where it points.
    setWanted((old) => (old?.physicalId === left ? null : old))
    if (!isPending) change.reset()
  }
  // What is said about one panel does not stay for the next; what still runs does.
  useEffect(() => () => forget.current(physicalId), [physicalId])

  const latest = useRef({ physicalId, patch: found.patch, transactionId: '' })
  latest.current = { physicalId, patch: found.patch, transactionId: change.transactionId }
  const settled = useRef(0)
  const settle = async ({ physicalId: id }: Update, call: Promise<unknown>) => {
    settled.current += 1
    const turn = settled.current
    setReadBack(null)
    await call
    const said = await readEnvironment(id, latest.current.transactionId).catch((error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    })
    // What comes late belongs to no later update.
    if (turn !== settled.current) return
    setReadBack(said instanceof ApiError ? { error: said } : said)
    // What Pathfinder has just said, in place of what it said before.
    if (!(said instanceof ApiError) && latest.current.physicalId === id) latest.current.patch(() => said)
  }
  return {
    found,
    change,
    update,
    readBack,
    isThere,
    /** After an update, Pathfinder says that the panel points there now. */
    hasPointed: readBack !== null && 'environment' in readBack && readBack.environment === update?.to,
    /** It is asked where the panel points now, before the user is asked whether it shall be changed. */
    isPreparing: wanted !== null,
    isAsking,
    /** Wants the panel of the address, or of the next one, pointed there. */
    prepare: (next: Wanted) => {
      change.reset()
      setThere(null)
      setWanted(next)
    },
    confirm: async (why: Why) => {
      setAsking(false)
      if (!update) return false
      const { physicalId: id, from, to } = update
      const action = text('ActionUpdate', { physicalId: id, from: printed(from), to: printed(to) })
      const options = { params: { physicalId: id }, query: why, body: { Env: to } }
      const answering = change.start(options, action)
      void settle(update, answering)
      return (await answering) !== undefined
    },
    cancel: () => setAsking(false),
    askAgain: () => {
      if (update) void settle(update, change.askAgain())
    },
  }
}

async function readEnvironment(physicalId: string, transactionId: string, signal?: AbortSignal) {
  const call = 'GET /panelenvironment/v1/{physicalId}/pathfinder'
  return (await api(call, { params: { physicalId }, transactionId, signal })).data
}
