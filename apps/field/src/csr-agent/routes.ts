import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { onlyFromThisMachine } from '../control/only-from-this-machine.ts'
import { bearerToken, sameSecret } from '../credentials.ts'
import { isRecord, textOf } from '../json.ts'
import { type CsrServer, openCsrAgents, releases } from './agents.ts'

const TOKEN = 'demo-csr-agent-token'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type OfAgent = { Params: { ip: string; deploymentId: string } }

/** One agent per CSR, as docs/neighbours.md describes it; each has an address of its own. */
export function csrAgentRoutes(app: FastifyInstance, context: Context): void {
  const { delays, note } = context
  const agents = openCsrAgents(context)
  /** The server of a request that came through the hook below. */
  const csrs = new WeakMap<FastifyRequest, CsrServer>()
  const csrOf = (request: FastifyRequest): CsrServer => {
    const csr = csrs.get(request)
    if (!csr) throw new Error('no CSR')
    return csr
  }

  app.post('/control/csr-agent', { onRequest: onlyFromThisMachine }, (request, reply) => {
    const { body } = request
    const hold = isRecord(body) && Object.keys(body).length === 1 ? body.hold : undefined
    if (!Array.isArray(hold) || !hold.every((ip) => agents.find(ip)))
      return reply.code(400).send({ message: 'Send { hold: [addresses of CSRs] } and nothing else.' })
    agents.steering.hold = hold
    return reply.send(agents.steering)
  })

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const { ip } = request.params as OfAgent['Params']
        const csr = agents.find(ip)
        // As if the machine were switched off: no word, not even about the token.
        if (csr?.shows === 'never-answers') {
          note(request.raw, { action: 'silence', iccids: [ip] })
          return reply.hijack()
        }
        const token = bearerToken(request.headers.authorization)
        if (!token || !sameSecret(token, TOKEN)) {
          return reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .send({ code: 'UNAUTHORIZED', detail: 'The bearer token is missing or wrong.' })
        }
        if (!csr) return refuse(reply, 404, 'NO_AGENT', 'No agent has this address.')
        csrs.set(request, csr)
        await delays.wait('agent')
      })
      scope.setErrorHandler((_error, _request, reply) =>
        refuse(reply, 500, 'INTERNAL', 'Something went wrong. Try later.'),
      )
      scope.setNotFoundHandler((_request, reply) =>
        refuse(reply, 404, 'NOT_FOUND', 'There is nothing at this address.'),
      )

      scope.get<OfAgent>('/status', (request, reply) => {
        const csr = csrOf(request)
        note(request.raw, { action: 'status', iccids: [csr.ipAddress] })
        return reply.send({
          server: csr.server,
          ...agents.status(csr),
          time: new Date().toISOString(),
        })
      })

      scope.put<OfAgent>('/deployments/:deploymentId', (request, reply) => {
        const csr = csrOf(request)
        const { deploymentId } = request.params
        const release = textOf(request.body, 'release')
        note(request.raw, { action: 'deploy', iccids: [csr.ipAddress] })
        if (!uuid.test(deploymentId))
          return refuse(reply, 400, 'BAD_REQUEST', 'The id of a deployment is a UUID.')
        if (!releases.includes(release))
          return refuse(reply, 422, 'UNKNOWN_RELEASE', `The release store has no csr-core ${release}.`)
        const begun = agents.begin(csr, deploymentId, release)
        switch (begun.is) {
          case 'busy':
            return reply.code(409).send({
              code: 'BUSY',
              detail: 'Another deployment is under way.',
              deploymentId: begun.deploymentId,
            })
          case 'other release':
            return refuse(reply, 422, 'OTHER_RELEASE', `This deployment is one of ${begun.release}.`)
          case 'begun':
            // What must never happen twice for one order; counted on top of the request.
            note(request.raw, { action: 'begin', iccids: [csr.ipAddress] })
            return reply.code(202).send(begun.deployment)
          case 'known':
            return reply.code(202).send(begun.deployment)
        }
      })

      scope.get<OfAgent>('/deployments/:deploymentId', (request, reply) => {
        const csr = csrOf(request)
        note(request.raw, { action: 'read', iccids: [csr.ipAddress] })
        const deployment = agents.read(csr, request.params.deploymentId)
        if (!deployment) return refuse(reply, 404, 'DEPLOYMENT_NOT_FOUND', 'No deployment has this id here.')
        return reply.send(deployment)
      })
    },
    { prefix: '/csr-agent/:ip/v1' },
  )
}

const refuse = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply.code(status).send({ code, detail })
