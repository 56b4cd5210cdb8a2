import { addresses } from '@support-console/contract/addresses'
import { tabStore } from '../ui/safe-storage.ts'

/** Where to go after sign-on (specification 2.3, R6). Kept per tab, so that two sign-ons do not mix. */
const KEY = 'support-console:return-url'

/** Whether the frame has a route for the path; by default every path will do (unknown ones show the 404 page). */
export type KnownRoute = (pathname: string) => boolean

/**
 * The address to go to after sign-on: `text` when it is a path of ours with its query, otherwise '/'. Empty,
 * /login and /logout mean '/'; so does everything that a browser could read as another host: '//evil',
 * '/\evil', 'https:…', and control characters, which browsers drop before they look.
 */
export function safeReturnUrl(text: string | null | undefined, isKnown: KnownRoute = () => true): string {
  if (!text || !/^\/(?![/\\])/.test(text) || /[\p{Cc}\\]/u.test(text)) return '/'
  let url: URL
  try {
    url = new URL(text, 'http://console.invalid')
  } catch {
    return '/'
  }
  // '/.//evil' and its like become another host or '//evil' only after the dots are resolved.
  if (url.origin !== 'http://console.invalid' || url.pathname.startsWith('//')) return '/'
  const path = url.pathname.replace(/\/+$/, '') || '/'
  if (path === addresses.login() || path === addresses.logout() || !isKnown(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** `/login?return-url=…` for a visitor on `path` (path plus query string); plain `/login` for home. */
export function loginPathFor(path: string): string {
  return addresses.login(safeReturnUrl(path))
}

let wantedBack: string | null = null

/** Home says which page (path plus query) someone wants back to whom an expired token sent there (2.3); null: none. */
export function wantBack(path: string | null): void {
  wantedBack = path
}

/** The page (path plus query) that this tab shows, or wants back to. */
export const wantedPage = (): string => wantedBack ?? location.pathname + location.search

export function keepReturnUrl(target: string): void {
  tabStore.set(KEY, target)
}

export function keptReturnUrl(): string | null {
  return tabStore.get(KEY)
}

export function dropReturnUrl(): void {
  tabStore.remove(KEY)
}
