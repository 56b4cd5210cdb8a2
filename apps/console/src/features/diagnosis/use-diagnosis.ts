import type { Diagnosis } from '@support-console/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { type Diagnosed, notAskedYet } from './arranged.ts'
import { readDiagnosis } from './read-diagnosis.ts'

/** A look at a panel or a SIM, as far as it has come. */
export interface Look {
  kind: Diagnosed
  id: string
  /** Before the first answer all checks, as waiting. */
  known: Diagnosis
  /** Which look it is, from 0. */
  number: number
  isUnderWay: boolean
  /** Why there is nothing more to come. */
  error?: ApiError
  /** When it began and, once it has ended, ended; ms by this browser's clock. */
  beganAt: number
  endedAt?: number
  /** By how much the server's clock is ahead of this browser's, in ms. */
  ahead: number
}

/** Looks at once when there is something to look at, and again when it is asked to; never on a page of the past. */
export function useDiagnosis(kind: Diagnosed, id: string, exists: boolean): [Look, () => void] {
  const isPast = useMoment() !== null
  const isThere = exists && !isPast
  const [number, setNumber] = useState(0)
  const [look, setLook] = useState(() => begun(kind, id, 0))
  useEffect(() => {
    if (!isThere) return
    const leaving = new AbortController()
    const beganAt = serverNow()
    const change = (news: Partial<Look>) => {
      if (!leaving.signal.aborted) setLook((before) => ({ ...before, ...news }))
    }
    setLook(begun(kind, id, number))
    readDiagnosis(kind, id, leaving.signal, (known) =>
      change({ known, ahead: Date.parse(known.askedAt) - beganAt }),
    ).then(
      () => change({ isUnderWay: false, endedAt: serverNow() }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        change({ isUnderWay: false, endedAt: serverNow(), error })
      },
    )
    return () => leaving.abort()
  }, [kind, id, number, isThere])
  return [look, () => setNumber(number + 1)]
}

const begun = (kind: Diagnosed, id: string, number: number): Look => ({
  ...{ kind, id, number },
  ...{ known: notAskedYet(kind, id), isUnderWay: true, beganAt: serverNow(), ahead: 0 },
})
