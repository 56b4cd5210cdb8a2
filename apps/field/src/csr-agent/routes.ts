import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { onlyFromThisMachine } from '../control/only-from-this-machine.ts'
import { isRecord, textOf } from '../json.ts'
import { OwnRefusal, ownSystem } from '../own-system.ts'
import { type CsrServer, openCsrAgents, releases } from './agents.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type OfAgent = { Params: { ip: string; deploymentId: string } }

/** One agent per CSR, as docs/neighbours/panel-systems.md describes it; each has an address of its own. */
export function csrAgentRoutes(app: FastifyInstance, context: Context): void {
  const { delays, living, note } = context
  const agents = openCsrAgents(context)
  /** The server of a request that came through the hook below. */
  const csrs = new WeakMap<FastifyRequest, CsrServer>()
  const csrOf = (request: FastifyRequest): CsrServer => {
    const csr = csrs.get(request)
    if (!csr) throw new Error('no CSR')
    return csr
  }

  /** Not of the one that is as if switched off: no word, not even about the token. */
  const answers = (request: FastifyRequest): boolean => {
    const { ip } = request.params as OfAgent['Params']
    if (agents.find(ip)?.shows !== 'never-answers') return true
    note(request.raw, { action: 'silence', iccids: [ip] })
    return false
  }

  app.post('/control/csr-agent', { onRequest: onlyFromThisMachine }, (request, reply) => {
    const { body } = request
    const hold = isRecord(body) && Object.keys(body).length === 1 ? body.hold : undefined
    if (!Array.isArray(hold) || !hold.every((ip) => agents.find(ip)))
      return reply.code(400).send({ message: 'Send { hold: [addresses of CSRs] } and nothing else.' })
    agents.steering.hold = hold
    return reply.send(agents.steering)
  })

  const agent = { prefix: '/csr-agent/:ip/v1', token: 'demo-csr-agent-token', answers }
  ownSystem(app, agent, (scope) => {
    scope.addHook('onRequest', async (request) => {
      const csr = agents.find((request.params as OfAgent['Params']).ip)
      if (!csr) throw new OwnRefusal(404, 'NO_AGENT', 'No agent has this address.')
      csrs.set(request, csr)
      await delays.wait('agent')
    })

    scope.get<OfAgent>('/status', async (request) => {
      const csr = csrOf(request)
      note(request.raw, { action: 'status', iccids: [csr.ipAddress] })
      return { server: csr.server, ...agents.status(csr), time: new Date(living.clock.now()).toISOString() }
    })

    scope.put<OfAgent>('/deployments/:deploymentId', (request, reply) => {
      const csr = csrOf(request)
      const { deploymentId } = request.params
      const release = textOf(request.body, 'release')
      note(request.raw, { action: 'deploy', iccids: [csr.ipAddress] })
      if (!uuid.test(deploymentId))
        throw new OwnRefusal(400, 'BAD_REQUEST', 'The id of a deployment is a UUID.')
      if (!releases.includes(release))
        throw new OwnRefusal(422, 'UNKNOWN_RELEASE', `The release store has no csr-core ${release}.`)
      const begun = agents.begin(csr, deploymentId, release)
      switch (begun.is) {
        case 'busy':
          return reply.code(409).send({
            code: 'BUSY',
            detail: 'Another deployment is under way.',
            deploymentId: begun.deploymentId,
          })
        case 'other release':
          throw new OwnRefusal(422, 'OTHER_RELEASE', `This deployment is one of ${begun.release}.`)
        case 'begun':
          // What must never happen twice for one order; counted on top of the request.
          note(request.raw, { action: 'begin', iccids: [csr.ipAddress] })
          return reply.code(202).send(begun.deployment)
        case 'known':
          return reply.code(202).send(begun.deployment)
      }
    })

    scope.get<OfAgent>('/deployments/:deploymentId', async (request) => {
      const csr = csrOf(request)
      note(request.raw, { action: 'read', iccids: [csr.ipAddress] })
      const deployment = agents.read(csr, request.params.deploymentId)
      if (deployment) return deployment
      throw new OwnRefusal(404, 'DEPLOYMENT_NOT_FOUND', 'No deployment has this id here.')
    })
  })
}
