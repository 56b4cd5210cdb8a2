import { useEffect } from 'react'
import { api, useAccess } from '../../api/index.ts'
import { useLooksAt } from '../diagnosis/index.ts'
import { keepLines, keptLines } from './lines.ts'

/** Looks at all that the lines name (D50). Another browser, which has no lines, is given those of the look. */
export function useLooks(onLines: (lines: string) => void) {
  const { may } = useAccess()
  const { lookId, lookAt, ...looks } = useLooksAt()
  useEffect(() => {
    if (!lookId || keptLines() !== '') return
    const end = new AbortController()
    api('GET /diagnosis/v1/looks/{lookId}/things', { params: { lookId }, signal: end.signal }).then(
      ({ data }) => {
        const lines = data.map(({ id }) => id).join('\n')
        keepLines(lines)
        onLines(lines)
      },
      // That there is no such look its own box says.
      () => {},
    )
    return () => end.abort()
  }, [lookId, onLines])
  return {
    ...looks,
    mayLook: may('sim-information.read'),
    lookAt: (sims: readonly string[], panels: readonly string[]) =>
      lookAt(sims, may('panels.read') ? panels : []),
  }
}
