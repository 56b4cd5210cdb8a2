import type { FastifyInstance } from 'fastify'
import { within } from '../clock.ts'
import type { Platform } from '../platform.ts'

export interface Health {
  /** False once the server was told to stop. */
  serving: boolean
}

/** So long the database may fail before the server says that it is not ready: a moment's trouble takes no server away. */
const patienceMs = 5_000

type Parts = Pick<Platform, 'database' | 'clock'>

/**
 * /healthz: the process lives. /readyz: it can take calls, so its database answers, or has done so shortly before, and it is
 * not stopping.
 */
export function addHealth(app: FastifyInstance, platform: Parts, health: Health): void {
  const whyNotReady = watchDatabase(platform)
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const why = health.serving ? await whyNotReady() : 'the server is stopping'
    return reply
      .code(why ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(why ? { status: 'not ready', why } : { status: 'ready' })
  })
}

/** While stopping, every answer ends its connection: one kept open would hold up the stop until it times out. */
export function letGoWhenStopping(app: FastifyInstance, health: Health): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!health.serving) reply.header('connection', 'close')
  })
}

/** Asks the database at each look; what it says counts once it has failed for a while. */
function watchDatabase({ database, clock }: Parts): () => Promise<string | undefined> {
  let failingSince: number | undefined
  return async () => {
    try {
      await within(clock, 2_000, database.ping())
      failingSince = undefined
    } catch {
      failingSince ??= clock.elapsed()
      if (clock.elapsed() - failingSince >= patienceMs) return 'the database does not answer'
    }
    return undefined
  }
}
