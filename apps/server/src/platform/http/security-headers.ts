import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import type { Provider } from '../sign-on/provider.ts'
import { CSP_REPORTS } from './csp-reports.ts'

/** What every answer of the API carries (R21): nothing in it may run or be framed. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Everything that a page could ask a browser for and ours does not need. */
const closedPermissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The policy of the console's pages, with the origins of the sign-on provider (R20). */
function pagePolicy(origins: readonly string[]): string {
  const provider = origins.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    // No hash or nonce: the console keeps React Aria from injecting its one style element.
    "style-src 'self'",
    // What reads files (kit/workbook): of our own build, never made in the page.
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${provider}`,
    `frame-src ${provider}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Firefox knows the older way alone.
    'report-to csp',
    `report-uri ${CSP_REPORTS}`,
  ].join('; ')
}

/** R20 to R23: on every answer, errors included; no CORS header anywhere. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { http }: Pick<PlatformSettings, 'http'>,
  provider: Pick<Provider, 'origins'>,
): Promise<void> {
  const secure = http.publicUrl.startsWith('https:')
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    const isApi = /^\/(?:api|mcp|\.well-known)(?:[/?]|$)/.test(request.url)
    reply.header('permissions-policy', closedPermissions)
    reply.header('content-security-policy', isApi ? apiPolicy : pagePolicy(provider.origins()))
    if (!isApi) reply.header('reporting-endpoints', `csp="${CSP_REPORTS}"`)
  })
}
