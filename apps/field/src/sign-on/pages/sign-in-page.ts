import { DEMO_PASSWORD, offeredAccounts } from '../accounts.ts'
import { escapeHtml } from './html.ts'
import { errorBanner, layout } from './layout.ts'

const eye =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M1.2 8S3.6 3.6 8 3.6 14.8 8 14.8 8 12.4 12.4 8 12.4 1.2 8 1.2 8z"/><circle cx="8" cy="8" r="2"/><path class="slash" d="M2.5 13.5l11-11"/></svg>'

/** Email, Password, Sign in; the demo accounts below fill the fields. */
export function signInPage({ email, error }: { email: string; error?: string }): string {
  const described = error ? ' aria-invalid="true" aria-describedby="error"' : ''
  const demo = offeredAccounts
    .map(
      (account) =>
        `<li><button type="button" data-email="${escapeHtml(account.email)}">${escapeHtml(account.email)}</button><span>${escapeHtml(account.roles.join(', ') || 'no role')}</span></li>`,
    )
    .join('\n')
  return layout(
    'Sign in to the Support Console',
    `${error ? errorBanner(error) : ''}
<form method="post" novalidate data-password="${escapeHtml(DEMO_PASSWORD)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus value="${escapeHtml(email)}"${described}>
<label for="password">Password</label>
<div class="password">
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" placeholder=" " required${described}>
<button type="button" id="show" aria-pressed="false" aria-label="Show password" hidden>${eye}</button>
</div>
<button type="submit" class="primary">Sign in</button>
</form>
<section aria-labelledby="demo">
<h2 id="demo">Demo accounts, password <code>${escapeHtml(DEMO_PASSWORD)}</code></h2>
<ul>
${demo}
</ul>
</section>`,
    'sign-in.js',
  )
}
