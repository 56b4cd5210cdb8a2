import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../problem.ts'
import { type Api, pathPattern } from './api.ts'

/** The methods that an address below /api takes; empty: there is no such address. */
function methodsOf(api: Api, path: string): string[] {
  const methods = [...api.registered.values()]
    .filter(({ call }) => pathPattern(call.path).test(path))
    .map(({ call }) => call.method)
  if (path === '/api/openapi.json') methods.push('GET')
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** 404 or 405 with Allow for what no route took (R21, R23). Never a page below /api. */
export function refuseUnknown(api: Api, request: FastifyRequest): never {
  const path = request.url.split('?')[0] ?? ''
  const methods = methodsOf(api, path)
  if (methods.length > 0) throw problems.wrongMethod(methods.join(', '))
  throw problems.noSuchCall()
}

/** Text for people who asked for a page or an asset that is not there. */
export const plainNotFound = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('Not found')
