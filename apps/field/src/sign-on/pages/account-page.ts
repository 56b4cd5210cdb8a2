import { type Account, nameOf } from '../accounts.ts'
import { PROTOCOL_PATH, REALM_PATH } from '../settings.ts'
import { escapeHtml } from './html.ts'
import { layout } from './layout.ts'

/** Who is signed in here, for the console's 'Profile'; there is nothing to change in the demo world. */
export function accountPage(account: Account): string {
  const facts = [
    ['Name', nameOf(account)],
    ['Email', account.email],
    ['Roles', account.roles.join(', ') || 'no role'],
  ] as const
  const rows = facts.map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')
  return layout(
    'Your account',
    `<dl>
${rows}
</dl>
<p><a class="plain" href="${REALM_PATH}${PROTOCOL_PATH}/logout">Log out</a></p>`,
  )
}

export function notSignedInPage(console: string | undefined): string {
  const back = console ? `<p><a class="plain" href="${escapeHtml(console)}/">Back to the console</a></p>` : ''
  return layout('You are not signed in', `<p>Sign in from the console to see your account here.</p>${back}`)
}
