import type { FastifyInstance } from 'fastify'
import { problems } from './problem.ts'

/**
 * JSON is the one type of body; others are 415. An empty body is no body, whatever its Content-Type says: the
 * console's request helper always names one (specification 7). A call that takes text may also be sent it as it is.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, String(body), done)
  })
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config
    if (typeof call !== 'object' || !call.takesText) return done(problems.wrongType())
    done(null, String(body))
  })
}
