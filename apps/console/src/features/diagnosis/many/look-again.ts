import type { CauseGroup } from '@support-console/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../api/index.ts'

/** More are no work for a press: all of a list are looked at as lasting work. */
const most = 20
/** So long each may take, in seconds; patience beyond that for the server's own sentence. */
const [within, margin] = [60, 15]

/** Looks at the panels of a group again, one after the other, where a source was not asked or did not answer. */
export function useLookAgain({ state, cloudIds }: CauseGroup, onDone: () => void) {
  const [isLooking, setLooking] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const { current } = leaving
    return () => current.abort()
  }, [])
  const canLook = (state === 'not-known' || state === 'not-asked') && cloudIds.length <= most
  const lookAgain = async () => {
    const { signal } = leaving.current
    setLooking(true)
    for (const cloudId of cloudIds) {
      if (signal.aborted) return
      const options = { params: { cloudId }, query: { within }, signal, patience: within + margin }
      await api('GET /diagnosis/v1/panels/{cloudId}', options).catch(ignoreCalls)
    }
    if (signal.aborted) return
    setLooking(false)
    onDone()
  }
  return { canLook, isLooking, lookAgain: () => void lookAgain() }
}

/** What one of them failed with stands in its group afterwards. */
function ignoreCalls(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
