import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../problem.ts'
import { type Api, pathPattern } from './api.ts'

/**
 * Assets are below /assets, and files beside index.html, whose names have an ending. Whatever else is asked for is a
 * page: its path may end in text with a dot, such as a company's name (specification 2.3).
 */
const isAsset = (path: string): boolean => /^\/(assets(\/|$)|[^/]*\.)/.test(path)

/**
 * The built console: hashed assets for ever, everything else asked for again, brotli beside each file. A page path
 * gets index.html; an unknown asset is 404, never the page (R21).
 */
export async function serveConsole(app: FastifyInstance, api: Api, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const immutable = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.get('/*', (request, reply) => {
    const path = pathOf(request)
    // A file that is not there comes back through the handler below. A folder is never asked for.
    return built && isAsset(path) && !path.endsWith('/')
      ? reply.sendFile(path)
      : answerPage(api, built, request, reply)
  })
  // Before its body is looked at: what is wrong is the address or the method (QUERY).
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && request.method !== 'GET') answerPage(api, built, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerPage(api, built, request, reply))
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

function answerPage(api: Api, built: boolean, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request)
  if (path === '/api' || path.startsWith('/api/')) return refuseUnknown(api, request)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw problems.wrongMethod('GET, HEAD')
  if (isAsset(path)) return plainNotFound(reply)
  if (!built) {
    return reply
      .code(503)
      .header('content-type', 'text/plain; charset=utf-8')
      .send('The console has not been built yet. Run "npm run build" and start the server again.')
  }
  return reply.code(200).sendFile('index.html')
}

/** The methods that an address below /api takes; empty: there is no such address. */
function methodsOf(api: Api, path: string): string[] {
  const methods = [...api.registered.values()]
    .filter(({ call }) => pathPattern(call.path).test(path))
    .map(({ call }) => call.method)
  if (path === '/api/openapi.json') methods.push('GET')
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** 404 or 405 with Allow for what no route took (R21, R23). Never a page below /api. */
function refuseUnknown(api: Api, request: FastifyRequest): never {
  const methods = methodsOf(api, pathOf(request))
  if (methods.length > 0) throw problems.wrongMethod(methods.join(', '))
  throw problems.noSuchCall()
}

/** Text for people who asked for a page or an asset that is not there. */
const plainNotFound = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('Not found')
