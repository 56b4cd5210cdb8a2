import type { Panel } from '@support-console/contract'
import { createContext, useRef, useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { openOutcome } from '../../api/use-change.ts'
import { announce } from '../../ui/announce.ts'
import { text } from './texts.ts'

/** A change of 'Disable Management in Remote Portal' that runs, or did not come to what was wanted. */
export interface FlagChange {
  panel: Panel
  /** What the checkbox was switched to. */
  wanted: boolean
  transactionId: string
  isPending: boolean
  error: ApiError | null
  /** What became of it is not known, and can be asked under the same transaction (D9). */
  isLost: boolean
  /** It succeeded, and the Remote Portal says something else. */
  isOtherwise: boolean
}

const nothingYet = { isPending: true, error: null, isLost: false, isOtherwise: false } as const

export type FlagChanges = ReadonlyMap<string, FlagChange>

/** The changes by cloud ID, for the cells: the rows stay the same objects whatever runs. */
export const FlagChangesContext = createContext<FlagChanges>(new Map())

/**
 * Switches panels' management in the Remote Portal (2.8, 4), several panels at once where somebody is quick. `onKnown`
 * hears what the server says a panel's flag is.
 */
export function useFlags(onKnown: (cloudId: string, flagged: boolean) => void) {
  const [changes, setChanges] = useState<FlagChanges>(new Map())
  const latest = useRef(onKnown)
  latest.current = onKnown
  const put = (cloudId: string, change: FlagChange | null) =>
    setChanges((old) => {
      const next = new Map(old)
      if (change) next.set(cloudId, change)
      else next.delete(cloudId)
      return next
    })

  const send = async (started: FlagChange) => {
    const { panel, wanted, transactionId } = started
    const { cloudId } = panel
    const change = { ...started, ...nothingYet }
    put(cloudId, change)
    const options = { params: { cloudId }, transactionId }
    try {
      const { data } = wanted
        ? await api('POST /panelmanagement/v1/devicemigration/{cloudId}', options)
        : await api('DELETE /panelmanagement/v1/devicemigration/{cloudId}', options)
      latest.current(cloudId, data.flagged)
      const isOtherwise = data.flagged !== wanted
      put(cloudId, isOtherwise ? { ...change, isPending: false, isOtherwise } : null)
      if (!isOtherwise) announce(text(wanted ? 'WasDisabled' : 'WasEnabled', { cloudId }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What holds now is the server's to say, before the checkbox goes back.
      await readBack(cloudId).then((flagged) => flagged !== undefined && latest.current(cloudId, flagged))
      const isLost = openOutcome(error, started.isLost ? 'lost' : undefined) === 'lost'
      put(cloudId, { ...change, isPending: false, error, isLost })
    }
  }
  return {
    changes,
    /** After the user has confirmed. */
    toggle: (panel: Panel, wanted: boolean) => {
      if (changes.get(panel.cloudId)?.isPending) return
      const transactionId = newTransactionId()
      const action = wanted ? 'ActionDisable' : 'ActionEnable'
      recordAction(text('ScreenTitle'), text(action, { cloudId: panel.cloudId }), transactionId)
      void send({ panel, wanted, transactionId, ...nothingYet })
    },
    askAgain: (cloudId: string) => {
      const change = changes.get(cloudId)
      if (change && !change.isPending) void send(change)
    },
    dismiss: (cloudId: string) => put(cloudId, null),
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
