import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from './api.ts'
import { plainNotFound, refuseUnknown } from './not-found.ts'
import { problems } from './problem.ts'

/** A path whose last part has an ending is an asset; page paths have none (specification 2.3). */
const isAsset = (path: string): boolean => /\.[^/]+$/.test(path) || /^\/assets(\/|$)/.test(path)

/**
 * The built console: hashed assets for ever, everything else asked for again, brotli beside each file. A page path
 * gets index.html; an unknown asset is 404, never the page (R21).
 */
export async function serveConsole(app: FastifyInstance, api: Api, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: false,
      wildcard: true,
      dotfiles: 'ignore',
      // Page paths and folders are not looked for among the files.
      allowedPath: (path) => /\.[^/]+$/.test(path),
      setHeaders: (reply, path) => {
        const immutable = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => notFound(api, built, request, reply))
}

function notFound(api: Api, built: boolean, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
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
