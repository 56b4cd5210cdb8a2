import type { Csr } from '@support-console/contract'
import { useEffect, useRef } from 'react'
import { isUnderWay } from './orders.ts'

/**
 * Tells of every deployment whose end this page sees: its server was under way and is no longer, or it began and ended
 * between two readings.
 */
export function useEndings(csrs: readonly Csr[], onEnd: (csr: Csr) => void): void {
  const before = useRef(new Map<string, Csr>())
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    const ended = csrs.filter((csr) => {
      const old = before.current.get(csr.ipAddress)
      if (!old || isUnderWay(csr)) return false
      return isUnderWay(old) || old.deployment?.deploymentId !== csr.deployment?.deploymentId
    })
    before.current = new Map(csrs.map((csr) => [csr.ipAddress, csr]))
    for (const csr of ended) latest.current(csr)
  }, [csrs])
}
