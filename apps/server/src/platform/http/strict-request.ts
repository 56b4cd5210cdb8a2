import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../problem.ts'

/** Headers that say for whom a request is and who makes it: of two, two readers could each believe another one. */
const once = ['host', 'authorization']

/** Refuses a request that can be read in two ways, before anything of it is believed. */
export function refuseTwofold(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const names = request.raw.rawHeaders.filter((_each, at) => at % 2 === 0).map((name) => name.toLowerCase())
    for (const name of once)
      if (names.indexOf(name) !== names.lastIndexOf(name)) throw problems.headerTwice(name)
  })
}

/** Whether more of the request is still to come than is worth reading: its answer ends the connection instead. */
export function isMostlyUnread({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 16_384
}
