import type { Tray, WorkNotice } from '@support-console/contract'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { showToast } from '../../ui/toast-store.ts'
import { mostApart, showInBrowser } from './in-browser.ts'
import { text } from './texts.ts'
import { sayNotice } from './words.ts'

/**
 * Tells what has ended since the page was loaded, each end once: in the page, by the browser where that is allowed, and by the
 * count in the button and before the tab's title, which say what is unread from the beginning.
 */
export function useTelling(
  tray: Tray | undefined,
  door: RefObject<HTMLButtonElement | null>,
  markRead: (ids: string[]) => void,
): void {
  const told = useRef<Set<string>>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (!tray) return
    showCount(tray.unread, door.current)
    const unread = tray.notices.filter(({ isRead }) => !isRead)
    const isFirst = told.current === null
    const fresh = unread.filter(({ id }) => !told.current?.has(id))
    for (const notice of fresh) if (isBeforeEyes(notice)) markRead([notice.id])
    if (!isFirst) showEnds(fresh.filter((notice) => !isBeforeEyes(notice)))
    told.current = new Set(unread.map(({ id }) => id))
    showInBrowser(unread, (notice) => {
      markRead([notice.id])
      navigate(pageOf(notice))
    })
  }, [tray, door, markRead, navigate])
}

export const pageOf = ({ work }: Pick<WorkNotice, 'work'>): string => undertakingKinds[work.kind].page(work)

/** Many that end at once, as watches do when an outage is over, are one message. */
function showEnds(notices: readonly WorkNotice[]): void {
  if (notices.length > mostApart) showToast(text('ToldMany', { count: notices.length }))
  else
    for (const notice of notices)
      showToast(sayNotice(notice), notice.work.state === 'succeeded' ? 'ok' : 'error')
}

/** The page that is looked at says it itself. */
function isBeforeEyes(notice: WorkNotice): boolean {
  if (document.hidden || !document.hasFocus()) return false
  const { pathname, searchParams } = new URL(pageOf(notice), location.origin)
  const here = new URLSearchParams(location.search)
  const isOfPage = [...searchParams].every(([name, value]) => here.get(name) === value)
  return pathname === location.pathname && isOfPage && (searchParams.has('batch') || !here.has('batch'))
}

let count = 0
let watch: MutationObserver | undefined

/** Words for another tab (ui/title-sign) may stand before the title, and so before a count that was there already. */
const putCount = () => {
  const title = document.title.replaceAll(/(^| – )\(\d+\+?\) /g, '$1')
  const next = count > 0 ? `(${sayCount()}) ${title}` : title
  if (document.title !== next) document.title = next
}
const sayCount = () => (count > 99 ? '99+' : String(count))

/** Pages set the tab's title as they come and go; the count stands before whichever it is. */
function showCount(unread: number, button: HTMLButtonElement | null): void {
  count = unread
  putCount()
  const title = document.querySelector('title')
  if (title && !watch) {
    watch = new MutationObserver(putCount)
    watch.observe(title, { childList: true })
  }
  if (!button) return
  button.ariaLabel = count > 0 ? text('TrayUnread', { count: sayCount() }) : text('Tray')
  if (count > 0) button.dataset.unread = sayCount()
  else delete button.dataset.unread
}
