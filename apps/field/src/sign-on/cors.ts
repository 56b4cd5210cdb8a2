import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * keycloak-js sends credentials, so the answer must name the console's origin and allow them. Answers a preflight and
 * says so. The provider leaves CORS alone where these headers are set.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, origins: string[]): boolean {
  const origin = request.headers.origin
  response.setHeader('vary', 'Origin')
  const allowed = origin !== undefined && origins.includes(origin)
  if (allowed) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
  }
  if (request.method !== 'OPTIONS') return false
  if (allowed) {
    response.setHeader('access-control-allow-methods', 'GET, POST')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    response.setHeader('access-control-max-age', '600')
  }
  response.writeHead(204).end()
  return true
}
