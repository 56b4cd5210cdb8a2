import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { accountFor } from './accounts.ts'
import type { LoginLimit } from './login-limit.ts'
import { errorPage } from './pages/error-page.ts'
import { pageHeaders } from './pages/headers.ts'
import { ASSETS } from './pages/layout.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { interactionPath } from './provider.ts'
import type { SignOnSettings } from './settings.ts'

interface Parts {
  provider: Provider
  settings: SignOnSettings
  limit: LoginLimit
}

const files = [
  ['sign-on.css', 'text/css; charset=utf-8', new URL('./assets/sign-on.css', import.meta.url)],
  ['sign-in.js', 'text/javascript; charset=utf-8', new URL('./assets/sign-in.js', import.meta.url)],
  [
    'submit-logout.js',
    'text/javascript; charset=utf-8',
    new URL('./assets/submit-logout.js', import.meta.url),
  ],
  ['cookie-check.js', 'text/javascript; charset=utf-8', new URL('./assets/cookie-check.js', import.meta.url)],
  ['login-status.js', 'text/javascript; charset=utf-8', new URL('./assets/login-status.js', import.meta.url)],
  ['icon.svg', 'image/svg+xml', new URL('./assets/icon.svg', import.meta.url)],
  ['inter.woff2', 'font/woff2', font('inter')],
  ['jetbrains-mono.woff2', 'font/woff2', font('jetbrains-mono')],
] as const

function font(name: string): URL {
  return new URL(import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
}

/** The sign-in page: shown, filled in, refused or passed on. */
export function signInRoutes(app: FastifyInstance, { provider, settings, limit }: Parts): void {
  for (const [name, type, url] of files) {
    const content = readFileSync(fileURLToPath(url))
    app.get(`${ASSETS}/${name}`, (_request, reply) =>
      reply
        .headers({
          'content-type': type,
          'cache-control': 'public, max-age=3600',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(content),
    )
  }

  const page = (reply: FastifyReply, code: number, html: string) =>
    reply
      .code(code)
      .headers(Object.fromEntries(pageHeaders(settings)))
      .type('text/html; charset=utf-8')
      .send(html)

  /** The sign-in that this browser began, or undefined where it is over. */
  const details = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(request.raw, reply.raw)
    } catch {
      return undefined
    }
  }
  const over = (reply: FastifyReply) =>
    page(reply, 400, errorPage('This sign-in page is out of date.', settings.consoleOrigins[0]))

  app.get<{ Params: { uid: string } }>(interactionPath(':uid'), async (request, reply) => {
    const interaction = await details(request, reply)
    if (!interaction) return over(reply)
    const hint = interaction.params.login_hint
    return page(reply, 200, signInPage({ email: typeof hint === 'string' ? hint : '' }))
  })

  app.post<{ Params: { uid: string }; Body: unknown }>(interactionPath(':uid'), async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const email = (form.get('email') ?? '').slice(0, 254)
    const password = (form.get('password') ?? '').slice(0, 1000)
    const interaction = await details(request, reply)
    if (!interaction) return over(reply)

    const wait = limit.waitFor(email, request.ip)
    if (wait > 0) {
      const minutes = Math.ceil(wait / 60)
      reply.header('retry-after', String(wait))
      const error = `Too many failed sign-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
      return page(reply, 429, signInPage({ email, error }))
    }
    const account = accountFor(email, password)
    if (!account) {
      limit.failed(email, request.ip)
      return page(reply, 400, signInPage({ email, error: 'Email or password is wrong. Try again.' }))
    }
    limit.succeeded(email, request.ip)
    const target = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: account.id, amr: ['pwd'] } },
      { mergeWithLastSubmission: false },
    )
    return reply.redirect(target, 303)
  })
}
