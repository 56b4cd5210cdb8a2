let shown: string | undefined

/** Takes the sign away, unless the page has got another title meanwhile. */
function takeAway(): void {
  if (shown) document.title = document.title.replace(shown, '')
  shown = undefined
}

/** The page is before someone's eyes. */
const isSeen = () => !document.hidden && document.hasFocus()

/**
 * Puts a few words before the tab's title, for anyone who works in another tab or window meanwhile: 'csr-04 runs 5.0.0 – …'.
 * They go when someone comes back to the tab.
 */
export function signInTitle(words: string): void {
  if (isSeen()) return
  takeAway()
  shown = `${words} – `
  document.title = shown + document.title
  const look = () => {
    if (!isSeen()) return
    takeAway()
    document.removeEventListener('visibilitychange', look)
    removeEventListener('focus', look)
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
}
