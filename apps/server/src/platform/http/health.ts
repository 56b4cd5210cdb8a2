import type { FastifyInstance } from 'fastify'
import { within } from '../clock.ts'
import type { Platform } from '../platform.ts'

export interface Health {
  /** False once the server was told to stop. */
  serving: boolean
}

type Parts = Pick<Platform, 'database' | 'clock'>

/** /healthz: the process lives. /readyz: it can take calls, so its database answers and it is not stopping. */
export function addHealth(app: FastifyInstance, platform: Parts, health: Health): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const why = await whyNotReady(platform, health)
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

async function whyNotReady({ database, clock }: Parts, health: Health): Promise<string | undefined> {
  if (!health.serving) return 'the server is stopping'
  try {
    await within(clock, 2_000, database.ping())
    return undefined
  } catch {
    return 'the database does not answer'
  }
}
