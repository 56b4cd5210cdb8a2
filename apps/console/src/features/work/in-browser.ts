import type { WorkNotice } from '@support-console/contract'
import { localStore } from '../../ui/safe-storage.ts'
import { text } from './texts.ts'
import { noticeWords } from './words.ts'

/** Under this name the browser remembers that its user wants notifications. */
const WANTED = 'support-console.tell-in-browser'
/** What this browser has told of what is unread: after a reload or in another tab it is not told again. */
const TOLD = 'support-console:told'
/** One tab tells for all of a browser; when it closes, another one does. */
const LOCK = 'support-console-tell'

/** More that end at once are told by one message. */
export const mostApart = 3

const isThere = () => 'Notification' in globalThis && globalThis.isSecureContext
export const mayTellInBrowser = isThere
export const tellsInBrowser = () =>
  isThere() && Notification.permission === 'granted' && localStore.get(WANTED) === 'on'

/** @returns whether the browser tells from now on; it asks its user, so only a press may begin this */
export async function tellInBrowser(isWanted: boolean): Promise<boolean> {
  localStore.set(WANTED, isWanted ? 'on' : 'off')
  return isWanted && (await Notification.requestPermission()) === 'granted'
}

let tells = false
const shown = new Map<string, Notification>()
let latest: { unread: readonly WorkNotice[]; open: (notice: WorkNotice) => void } | undefined

void navigator.locks?.request(LOCK, () => {
  tells = true
  if (latest) show(latest.unread, latest.open)
  return new Promise<never>(() => {})
})

/** Tells by the browser's own notifications what this browser has not told yet, and takes back what was read elsewhere. */
export function showInBrowser(unread: readonly WorkNotice[], open: (notice: WorkNotice) => void): void {
  latest = { unread, open }
  if (tells) show(unread, open)
}

function show(unread: readonly WorkNotice[], open: (notice: WorkNotice) => void): void {
  const kept = localStore.get(TOLD)
  const before = new Set(kept?.split(' '))
  // What was unread before this browser was ever asked is no news.
  const fresh = kept === null || !tellsInBrowser() ? [] : unread.filter(({ id }) => !before.has(id))
  const isMany = fresh.length > mostApart
  for (const notice of isMany ? fresh.slice(0, 1) : fresh) {
    const { title, outcome } = isMany
      ? { title: text('ToldMany', { count: fresh.length }), outcome: '' }
      : noticeWords(notice)
    const notification = new Notification(title, { body: outcome, tag: notice.id })
    notification.onclick = () => {
      focus()
      open(notice)
      notification.close()
    }
    shown.set(notice.id, notification)
  }
  const ids = unread.map(({ id }) => id)
  for (const [id, notification] of shown)
    if (!ids.includes(id)) {
      notification.close()
      shown.delete(id)
    }
  localStore.set(TOLD, ids.join(' '))
}
