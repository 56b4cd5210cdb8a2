import { hasPast, isComparable, readInstant } from '@support-console/contract/moments.words'
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'react-router'
import { MomentContext } from '../../api/moment.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { momentOf } from './moment-of.ts'
import styles from './past.module.css'
import { PastHead } from './past-head.tsx'

/** So far the clocks of browser and server may differ, in ms: what is later the server refuses itself. */
const skew = 60_000

/** Round a page whose address asks for a moment of the past (`at`): its head, an edge, and only what was so then. */
export function Past({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  // A plus that was not written as %2B reads as a space.
  const names = new URLSearchParams(search)
  const given = (name: string) => names.get(name)?.replace(' ', '+')
  const at = hasPast(pathname) ? given('at') : undefined
  const to = isComparable(pathname) ? given('to') : undefined
  const ms = readInstant(at ?? '')
  const moment = useMemo(() => (at && ms !== undefined ? momentOf(at, ms, to ?? null) : null), [at, ms, to])
  if (at === undefined) return children
  const isToCome = moment !== null && moment.ms > serverNow() + skew
  return (
    <div className={styles.past} data-past>
      <PastHead at={at} moment={moment} isToCome={isToCome} />
      {moment && !isToCome && (
        <MomentContext key={at} value={moment}>
          {children}
        </MomentContext>
      )}
    </div>
  )
}
