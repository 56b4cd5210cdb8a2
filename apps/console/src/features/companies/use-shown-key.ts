import type { CompanyBundle } from '@support-console/contract'
import { useState } from 'react'
import { ApiError } from '../../api/index.ts'
import { readServiceKey } from './use-companies.ts'

interface Shown {
  readonly key: string
  /** ISO 8601 */
  readonly madeAt: string
}

/** The key of a company, once someone has asked to see it: who did is on record (D32). */
export function useShownKey(base: CompanyBundle | null) {
  const [shown, put] = useState<Shown | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const madeAt = base?.facts.keyGeneratedAt ?? ''
  const show = async (): Promise<boolean> => {
    if (!base || isReading) return false
    setReading(true)
    setError(null)
    try {
      put(await readServiceKey(base.companyInfo.companyId))
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      return false
    } finally {
      setReading(false)
    }
  }
  // One that was replaced meanwhile is hidden again.
  const current = shown && shown.madeAt >= madeAt ? shown : { key: '', madeAt }
  return { ...current, put, isReading, error, show }
}
