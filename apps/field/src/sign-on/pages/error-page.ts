import { escapeHtml } from './html.ts'
import { errorBanner, layout } from './layout.ts'

/** What went wrong and the way back. Never more than the provider says to everybody. */
export function errorPage(reason: string, console: string | undefined): string {
  const back = console ? `<p><a class="plain" href="${escapeHtml(console)}/">Back to the console</a></p>` : ''
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1)
  return layout(
    'Signing in did not work',
    `${errorBanner(sentence)}<p>Start again from the console.</p>${back}`,
  )
}
