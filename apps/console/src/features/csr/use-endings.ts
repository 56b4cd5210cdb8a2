import type { Csr } from '@support-console/contract'
import { useEffect, useRef } from 'react'
import { isUnderWay } from './orders.ts'

/** Tells of every deployment whose end this page sees: its server was under way and is no longer. */
export function useEndings(csrs: readonly Csr[], onEnd: (csr: Csr) => void): void {
  const before = useRef(new Set<string>())
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    const ended = csrs.filter((csr) => !isUnderWay(csr) && before.current.has(csr.ipAddress))
    before.current = new Set(csrs.filter(isUnderWay).map(({ ipAddress }) => ipAddress))
    for (const csr of ended) latest.current(csr)
  }, [csrs])
}
