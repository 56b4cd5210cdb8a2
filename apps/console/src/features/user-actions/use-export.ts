import { useEffect, useRef, useState } from 'react'
import { ApiError, download, newTransactionId, recordAction } from '../../api/index.ts'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { type Days, sayDays, zoneQuery } from '../log-search/index.ts'
import { text } from './texts.ts'

/** As long as the server may take (contract). */
const LONGEST_SECONDS = 600

export type ExportState =
  | { at: 'start' }
  | { at: 'running'; since: number }
  | { at: 'stopped' }
  | { at: 'saved'; fileName: string }
  | { at: 'failed'; call: BannerCall }

/** The audit trail of some days as a file from the server, by the bearer header (D19, D22); one at a time. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ at: 'start' })
  const controller = useRef<AbortController | null>(null)
  // The file of a screen that was left is for nobody.
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (days: Days) => {
    const own = new AbortController()
    controller.current = own
    setState({ at: 'running', since: Date.now() })
    const transactionId = newTransactionId()
    const said = sayDays({ days, isAllTime: false })
    recordAction(text('ScreenTitle'), text('ActionExport', { days: said }), transactionId)
    try {
      const { fileName } = await download('GET /useractiondetail/v1/export', {
        query: { sDate: days.from, eDate: days.to, ...zoneQuery() },
        transactionId,
        signal: own.signal,
        timeoutSeconds: LONGEST_SECONDS,
      })
      setState({ at: 'saved', fileName })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState(
        error.kind === 'cancelled'
          ? { at: 'stopped' }
          : { at: 'failed', call: { status: 'rejected', error } },
      )
    }
  }
  return {
    state,
    run,
    stop: () => controller.current?.abort(),
    reset: () => setState({ at: 'start' }),
  }
}
