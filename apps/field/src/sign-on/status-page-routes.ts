import type { FastifyInstance } from 'fastify'
import { LOGIN_STATUS_COOKIE } from './login-status.ts'
import { escapeHtml } from './pages/html.ts'
import { ASSETS } from './pages/layout.ts'
import { PROTOCOL_PATH, REALM_PATH, type SignOnSettings } from './settings.ts'

/** The two pages that keycloak-js loads in invisible frames, and the way to registration, which is the sign-in here. */
export function statusPageRoutes(app: FastifyInstance, settings: SignOnSettings): void {
  const protocol = REALM_PATH + PROTOCOL_PATH
  const csp = [
    "default-src 'none'",
    "script-src 'self'",
    `frame-ancestors ${settings.consoleOrigins.join(' ')}`,
    "base-uri 'none'",
  ].join('; ')
  const framed = (script: string) => {
    const data = `data-origins="${escapeHtml(settings.consoleOrigins.join(' '))}" data-cookie="${LOGIN_STATUS_COOKIE}"`
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-on status</title></head><body><script src="${ASSETS}/${script}" ${data}></script></body></html>`
  }
  const frame = (path: string, script: string) =>
    app.get(path, (_request, reply) =>
      reply
        .headers({
          'content-security-policy': csp,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-cache',
        })
        .type('text/html; charset=utf-8')
        .send(framed(script)),
    )
  frame(`${protocol}/3p-cookies/step1.html`, 'cookie-check.js')
  frame(`${protocol}/login-status-iframe.html`, 'login-status.js')

  app.get(`${protocol}/registrations`, (request, reply) => {
    const query = request.raw.url?.split('?')[1]
    return reply.redirect(`${protocol}/auth${query ? `?${query}` : ''}`, 303)
  })
}
