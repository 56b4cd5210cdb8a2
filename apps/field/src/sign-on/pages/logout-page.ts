import { escapeHtml } from './html.ts'
import { layout } from './layout.ts'

const FORM_END = '</form>'

/** Adds to the provider's form that all of the login shall end, and the button that says so. */
function withButton(form: string, className: string): string {
  const fields = '<input type="hidden" name="logout" value="yes">'
  return form.replace(
    FORM_END,
    `${fields}<button type="submit" class="${className}">Log out</button>${FORM_END}`,
  )
}

/** The console proved who asks: the form is sent at once; the button is for browsers without script. */
export function logoutPage(form: string): string {
  return layout(
    'Logging Out...',
    `<p>You are being signed out.</p>${withButton(form, 'primary')}`,
    'submit-logout.js',
  )
}

/** No one proved who asks, so the person decides (OpenID Connect RP-Initiated Logout 1.0, section 6). */
export function askLogoutPage(form: string): string {
  return layout(
    'Log out of the Support Console?',
    `<p>You will be signed out in every tab of this browser.</p>${withButton(form, 'primary')}`,
  )
}

export function loggedOutPage(console: string | undefined): string {
  const back = console ? `<p><a class="plain" href="${escapeHtml(console)}/">Back to the console</a></p>` : ''
  return layout('You are signed out', `<p>Nothing is kept in this browser.</p>${back}`)
}
