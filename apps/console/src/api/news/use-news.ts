import type { NewsKind, Notice } from '@support-console/contract'
import { useEffect, useRef } from 'react'
import { useMoment } from '../moment.ts'
import { hearNews } from './stream.ts'

/** Between two readings for news' sake, in milliseconds: what changes many times in a moment is read a few times. */
const pause = 500

/**
 * Asks again by the screen's ordinary call when something of these kinds has changed (D37): at once where the page is seen,
 * otherwise when it is seen again. Of the past there is no news. Imported by its own path: only screens that are loaded later need it.
 * @param ask reads what is shown, and is waited for before it is called again; null: nothing is shown
 * @param isShown whether a thing is among what is shown
 * @param evenHidden at once in a page that is not seen, too
 */
export function useNews(
  kinds: NewsKind | readonly NewsKind[],
  ask: (() => Promise<unknown>) | null,
  isShown: (id: string) => boolean = () => true,
  { evenHidden = false } = {},
): void {
  const concerns = ({ kind, id }: Notice): boolean =>
    [kinds].flat().includes(kind) && (id === null || isShown(id))
  const latest = useRef({ ask, concerns })
  latest.current = { ask, concerns }
  const isPast = useMoment() !== null
  const isDeaf = isPast || kinds.length === 0
  useEffect(() => {
    if (isDeaf) return
    let isDue = false
    let isAsking = false
    let isGone = false
    const work = async () => {
      if (isAsking) return
      isAsking = true
      while (isDue && !isGone && (evenHidden || !document.hidden)) {
        isDue = false
        // Why it failed the screen says itself.
        await latest.current.ask?.().catch(() => {})
        // Browsers let what is hidden wait for up to a minute.
        if (!document.hidden) await new Promise((resolve) => setTimeout(resolve, pause))
      }
      isAsking = false
    }
    const forget = hearNews((news) => {
      if (news !== 'again' && !news.some((notice) => latest.current.concerns(notice))) return
      isDue = true
      void work()
    })
    const look = () => void work()
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      forget()
      document.removeEventListener('visibilitychange', look)
    }
  }, [evenHidden, isDeaf])
}
