import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { makeFaults } from './control/faults.ts'
import { openRequestLog } from './control/request-log.ts'
import { controlRoutes } from './control/routes.ts'
import { makeSituations } from './control/situations.ts'
import { makeDelays } from './delays.ts'
import { Refusal } from './refusal.ts'
import { openSignOn } from './sign-on/sign-on.ts'
import { openStore } from './store/store.ts'
import { systemRoutes } from './system-routes.ts'
import { systemOf } from './systems.ts'
import { openLiving } from './world/living.ts'
import { openPanelWorld } from './world/panel-world.ts'
import { storyNamed } from './world/stories.ts'
import { openWorld } from './world/world.ts'

export interface Field {
  /** Answers any request to the field. */
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** Puts the whole outside world together behind one handler. `url` is its public address. */
export async function buildField(config: Config, url: string): Promise<Field> {
  const store = openStore(config.dataDir)
  const requestLog = openRequestLog(store)
  const faults = makeFaults()
  const living = openLiving(store)
  const situations = makeSituations(faults, living)
  const { present } = situations
  const { sims, drift, driftSeed: seed, driftUntold: untold } = config
  const world = openWorld(store, present, { sims, drift, seed, untold }, living.noteChange)
  const context: Context = {
    store,
    world,
    panels: openPanelWorld(store, present),
    living,
    delays: makeDelays(config.delays, config.delayFactor),
    attCallsPerSecond: config.attCallsPerSecond,
    note(request, { action, iccids }) {
      requestLog.note(request, { action, iccids })
      // What must never happen: someone asks for what is done already. Counted apart, on top of the request.
      const again = action === 'deactivate' ? iccids.filter(isDeactivated) : []
      if (again.length > 0) requestLog.count(request, 'deactivate-again', again)
    },
  }
  function isDeactivated(iccid: string): boolean {
    return world.seenBy('carrier', iccid)?.state === 'deactivated'
  }
  living.play(storyNamed(config.story, living.clock.now()) ?? { name: config.story, events: [] })
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 200 },
  })
  acceptText(app)
  // The systems answer in their own words; what broke the field itself stands on its error stream.
  app.addHook('onError', async (request, _reply, error) => {
    const { statusCode } = error
    if (!(error instanceof Refusal) && (statusCode === undefined || statusCode >= 500))
      console.error(request.method, request.routeOptions.url, error)
  })
  const signOn = await openSignOn(store, { ...config, url })
  signOn.routes(app)
  systemRoutes(app, context)
  controlRoutes(app, { faults, requestLog, situations, world, living })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).type('text/html').send(`<html><body><h1>Not Found</h1>${request.method}</body></html>`),
  )
  await app.ready()

  const answer = (request: IncomingMessage, response: ServerResponse) =>
    signOn.owns(request) ? signOn.handle(request, response) : app.routing(request, response)

  return {
    handle(request, response) {
      const system = systemOf(request.url ?? '/')
      if (!system) return answer(request, response)
      requestLog.begin(system, request, response)
      faults.meet(system, request, response, () => answer(request, response))
    },
    async close() {
      await app.close()
      store.close()
    },
  }
}

/** Bodies that are not JSON come as text; each system reads its own. An empty JSON body is nothing, not an error. */
function acceptText(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (!request.headers['content-type']?.includes('json')) return done(null, body)
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }))
    }
  })
}
