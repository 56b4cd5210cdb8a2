import type { FastifyInstance } from 'fastify'
import { within } from '../clock.ts'
import type { Platform } from '../platform.ts'

export interface Health {
  /** False once the server was told to stop. */
  serving: boolean
}

/** So long the server's own database may fail before it says that it is not ready: a moment's trouble takes nothing away. */
const patienceMs = 5_000

type Parts = Pick<Platform, 'database' | 'clock'>

/**
 * /healthz: the process lives. /readyz: it can take calls, so its database takes writes, and it is not stopping.
 * @param toOperators whether the answer may name the database's hosts
 */
export function addHealth(
  app: FastifyInstance,
  platform: Parts,
  health: Health,
  { toOperators }: { toOperators: boolean },
): void {
  const whyNotReady = watchDatabase(platform)
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const why = health.serving ? await whyNotReady() : 'the server is stopping'
    return reply
      .code(why ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(
        why ? { status: 'not ready', why: toOperators ? why : why.replace(/:.*/s, '') } : { status: 'ready' },
      )
  })
}

/** While stopping, every answer ends its connection: one kept open would hold up the stop until it times out. */
export function letGoWhenStopping(app: FastifyInstance, health: Health): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!health.serving) reply.header('connection', 'close')
  })
}

/**
 * PostgreSQL is watched, and counts as soon as no server that takes writes answers (D52); the own database is asked at each look,
 * and counts once it has failed for a while.
 */
function watchDatabase({ database, clock }: Parts): () => Promise<string | undefined> {
  let failingSince: number | undefined
  return async () => {
    try {
      await within(clock, 2_000, database.ping())
      failingSince = undefined
    } catch {
      const standing = database.standing?.()
      if (standing && !standing.answers) return `the database takes no writes: ${standing.says}`
      failingSince ??= clock.elapsed()
      if (clock.elapsed() - failingSince >= patienceMs) return 'the database does not answer'
    }
    return undefined
  }
}
