import type { FastifyInstance } from 'fastify'
import { textOf } from '../json.ts'
import type { Callbacks } from './callbacks.ts'
import { VerizonRefusal } from './errors.ts'
import { ACCOUNT } from './records.ts'
import { needAccount } from './requests.ts'

/** Registering the address that is told of results (V1, V9). */
export function callbackRoutes(app: FastifyInstance, callbacks: Callbacks): void {
  app.post<{ Params: { account: string } }>('/callbacks/:account', async (request, reply) => {
    needAccount(request.params.account)
    const service = textOf(request.body, 'name')
    const url = textOf(request.body, 'url')
    if (!service || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new VerizonRefusal('INPUT_INVALID.Callback.Invalid')
    }
    const username = textOf(request.body, 'username')
    callbacks.register({ service, url, username, password: textOf(request.body, 'password') })
    return reply.send({ accountName: ACCOUNT, name: service })
  })

  app.get<{ Params: { account: string } }>('/callbacks/:account', async (request, reply) => {
    needAccount(request.params.account)
    const list = callbacks.list().map(({ service, url, username, password }) => ({
      accountName: ACCOUNT,
      serviceName: service,
      username,
      password,
      url,
    }))
    return reply.send(list)
  })

  app.delete<{ Params: { account: string; service: string } }>(
    '/callbacks/:account/name/:service',
    async (request, reply) => {
      const { account, service } = request.params
      needAccount(account)
      if (!callbacks.remove(service)) throw new VerizonRefusal('REQUEST_FAILED.CallbackNotFound')
      return reply.send({ accountName: ACCOUNT, name: service })
    },
  )
}
