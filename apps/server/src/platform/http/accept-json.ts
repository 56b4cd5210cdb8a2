import type { FastifyInstance } from 'fastify'

/**
 * JSON is the one type of body; others are 415. An empty body is no body, whatever its Content-Type says: the
 * console's request helper always names one (specification 7).
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, String(body), done)
  })
}
