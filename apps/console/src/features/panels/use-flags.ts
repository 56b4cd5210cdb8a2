import type { Panel, Why } from '@support-console/contract'
import { createContext, useEffect, useRef, useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { openOutcome } from '../../api/use-change.ts'
import { announce } from '../../ui/announce.ts'
import { signInTitle } from '../../ui/title-sign.ts'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { text } from './texts.ts'
import type { FlagTime } from './use-time.ts'

/** Of several panels, how many the Remote Portal is asked about at the same time. */
const AT_ONCE = 4

/** A change of 'Disable Management in Remote Portal' that runs, or did not come to what was wanted. */
interface FlagChange {
  panel: Panel
  /** What the checkbox was switched to. */
  wanted: boolean
  why: Why
  time: FlagTime
  transactionId: string
  isPending: boolean
  error: ApiError | null
  /** What became of it is not known, and can be asked under the same transaction (D9). */
  isLost: boolean
  /** It succeeded, and the Remote Portal says something else. */
  isOtherwise: boolean
  /** One of several that were confirmed together: it stays, whatever it came to, until they are put away together. */
  isOfMany: boolean
  /** When it was confirmed, by the page's clock. */
  begunAt: number
  /** It is as it was wanted; kept of several only. */
  isDone: boolean
  /** Why it failed was read and put away. */
  isRead: boolean
}

const nothingYet = {
  isPending: true,
  error: null,
  isLost: false,
  isOtherwise: false,
  isDone: false,
  isRead: false,
} as const

export type FlagChanges = ReadonlyMap<string, FlagChange>

/** The changes by cloud ID, for the cells: the rows stay the same objects whatever runs. */
export const FlagChangesContext = createContext<FlagChanges>(new Map())

/**
 * Switches panels' management in the Remote Portal (2.8, 4), one or several (2.14). Each is a call of its own with its
 * own transaction and outcome; who leaves the page meanwhile is warned, and leaves those out that were not asked yet.
 * `onKnown` hears what the server says a panel's flag is.
 */
export function useFlags(onKnown: (cloudId: string, flagged: boolean) => void) {
  const [changes, setChanges] = useState<FlagChanges>(new Map())
  const latest = useRef(onKnown)
  latest.current = onKnown
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  useUnsavedChanges([...changes.values()].some(({ isOfMany, isPending }) => isOfMany && isPending))
  const put = (cloudId: string, change: FlagChange | null) =>
    setChanges((old) => {
      const next = new Map(old)
      if (change) next.set(cloudId, change)
      else next.delete(cloudId)
      return next
    })

  const putAway = () => setChanges((old) => new Map([...old].filter(([, { isOfMany }]) => !isOfMany)))

  const send = async (started: FlagChange) => {
    const { panel, wanted, why, time, transactionId } = started
    const { cloudId } = panel
    const change = { ...started, ...nothingYet }
    put(cloudId, change)
    const options = { params: { cloudId }, transactionId }
    try {
      const { data } = wanted
        ? await api('POST /panelmanagement/v1/devicemigration/{cloudId}', {
            ...options,
            query: { ...why, ...time },
          })
        : await api('DELETE /panelmanagement/v1/devicemigration/{cloudId}', { ...options, query: why })
      latest.current(cloudId, data.flagged)
      const isOtherwise = data.flagged !== wanted
      const isSilent = isOtherwise || change.isOfMany
      put(cloudId, isSilent ? { ...change, isPending: false, isOtherwise, isDone: !isOtherwise } : null)
      if (!isSilent) announce(text(wanted ? 'WasDisabled' : 'WasEnabled', { cloudId }))
      return !isOtherwise
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What holds now is the server's to say, before the checkbox goes back.
      await readBack(cloudId).then((flagged) => flagged !== undefined && latest.current(cloudId, flagged))
      const isLost = openOutcome(error, started.isLost ? 'lost' : undefined) === 'lost'
      put(cloudId, { ...change, isPending: false, error, isLost })
      return false
    }
  }
  return {
    changes,
    /** After the user has confirmed. @returns whether all came to what was wanted */
    toggle: async (
      panels: readonly Panel[],
      wanted: boolean,
      why: Why,
      time: FlagTime = {},
    ): Promise<boolean> => {
      const isOfMany = panels.length > 1
      const begunAt = performance.now()
      const begun = panels
        .filter(({ cloudId }) => !changes.get(cloudId)?.isPending)
        .map((panel) => ({
          panel,
          wanted,
          why,
          time,
          transactionId: newTransactionId(),
          isOfMany,
          begunAt,
          ...nothingYet,
        }))
      if (isOfMany) putAway()
      for (const change of begun) put(change.panel.cloudId, change)
      const waiting = begun.values()
      let done = 0
      const work = async () => {
        for (const change of waiting) {
          if (hasLeft.current) return
          const action = text(wanted ? 'ActionDisable' : 'ActionEnable', { cloudId: change.panel.cloudId })
          recordAction(text('ScreenTitle'), action, change.transactionId)
          if (await send(change)) done += 1
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      if (isOfMany) signInTitle(text('ManyOver', { count: begun.length }))
      return done === panels.length
    },
    askAgain: (cloudId: string) => {
      const change = changes.get(cloudId)
      if (change && !change.isPending) void send(change)
    },
    dismiss: (cloudId: string) => {
      const change = changes.get(cloudId)
      put(cloudId, change?.isOfMany ? { ...change, isRead: true } : null)
    },
    /** What became of several is no longer shown. */
    putAway,
  }
}

/** The panel's flag as the server has it; undefined where it does not say. */
async function readBack(cloudId: string): Promise<boolean | undefined> {
  try {
    const { data } = await api('GET /panelmanagement/v1/locate/{ids}', {
      params: { ids: cloudId },
      query: { queryType: 'cloudId' },
      patience: 10,
    })
    return data.panels.find((panel) => panel.cloudId === cloudId)?.flagged
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
