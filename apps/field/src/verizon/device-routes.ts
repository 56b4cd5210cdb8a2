import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isRecord, textOf } from '../json.ts'
import { recordsOf, type Sim } from '../world/world.ts'
import { VerizonRefusal } from './errors.ts'
import { type Action, actions, allows, type Provisioning } from './provisioning.ts'
import { asConnectionHistory, asMismatch, asUsageHistory, asVerizonDevice, verizonState } from './records.ts'
import { devicesOf, iccidOfIdentifiers, needAccount } from './requests.ts'

interface Parts {
  context: Context
  provisioning: Provisioning
}

const MOST_DEVICES = 200
const MOST_LISTED = 2000

/** Reading devices, changing them, and asking what became of a change. */
export function deviceRoutes(app: FastifyInstance, { context, provisioning }: Parts): void {
  const { world, delays, living, note } = context

  const need = (iccid: string): Sim => {
    const sim = world.seenBy('carrier', iccid)
    if (sim?.vendor !== 'VZN') throw new VerizonRefusal('REQUEST_FAILED.DeviceNotFound')
    return sim
  }
  /** The ICCID that `deviceId` names, or undefined where the request names no device. */
  const named = (body: unknown): string | undefined => {
    const identifier = isRecord(body) ? body.deviceId : undefined
    return identifier === undefined ? undefined : iccidOfIdentifiers([identifier], world.iccidOf)
  }
  const slowly = (iccid: string) =>
    delays.wait(world.seenBy('carrier', iccid)?.shows === 'carrier-very-slow' ? 'very-slow' : 'query')

  app.post('/devices/actions/list', async (request, reply) => {
    const account = textOf(request.body, 'accountName')
    if (account) needAccount(account)
    const iccid = named(request.body)
    note(request.raw, { action: iccid === undefined ? 'list' : 'read', iccids: iccid ? [iccid] : [] })
    if (iccid !== undefined) {
      await slowly(iccid)
      const devices = recordsOf(need(iccid)).map((sim) => asVerizonDevice(sim, living.clock.now()))
      return reply.send({ hasMoreData: false, devices })
    }
    await delays.wait('query')
    const page = listPage(request.body)
    return reply.code(page.hasMoreData ? 202 : 200).send(page)
  })

  app.post('/devices/actions/list/imeiiccidmismatch', async (request) => {
    const { filter } = isRecord(request.body) ? request.body : {}
    const account = textOf(request.body, 'accountName')
    if (account) needAccount(account)
    note(request.raw, { action: 'mismatches', iccids: [] })
    const [from, to] = ['earliest', 'latest'].map((name) => Date.parse(textOf(filter, name)))
    if (!(Number(from) <= Number(to))) throw new VerizonRefusal('INPUT_INVALID.Request.Invalid')
    await delays.wait('query')
    const devices = world.iccidsOf('VZN').flatMap((iccid) => {
      const [sim, first] = [world.seenBy('carrier', iccid), world.firstImeiOf(iccid)]
      return sim && first && sim.imei !== first ? asMismatch(sim, first) : []
    })
    return { devices }
  })

  const listPage = (body: unknown) => {
    const asked = isRecord(body) ? body : {}
    const most = Math.min(MOST_LISTED, Math.max(1, Number(asked.maxNumberOfDevices) || MOST_LISTED))
    const after = Number(asked.largestDeviceIdSeen) || 0
    const wanted = textOf(asked, 'currentState')
    const all = world
      .iccidsOf('VZN')
      .map((iccid) => world.seenBy('carrier', iccid))
      .filter((sim) => sim !== undefined)
      .filter((sim) => !wanted || verizonState(sim) === wanted)
    const devices = all.slice(after, after + most).map((sim, index) => ({
      ...asVerizonDevice(sim, living.clock.now()),
      extendedAttributes: [{ key: 'DeviceId', value: String(after + index + 1) }],
    }))
    return { hasMoreData: after + most < all.length, devices }
  }

  /** What is asked of one device about a time. */
  const ofTime = async (request: FastifyRequest, action: string) => {
    const iccid = named(request.body) ?? ''
    const [from, to] = ['earliest', 'latest'].map((name) => new Date(textOf(request.body, name)))
    note(request.raw, { action, iccids: [iccid] })
    if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
      throw new VerizonRefusal('INPUT_INVALID.Request.Invalid')
    await delays.wait('small-query')
    return [need(iccid), from, to] as const
  }

  app.post('/devices/connections/actions/listHistory', async (request, reply) => {
    const connectionHistory = asConnectionHistory(...(await ofTime(request, 'history')))
    return reply.send({ hasMoreData: false, connectionHistory })
  })

  app.post('/devices/usage/actions/list', async (request, reply) => {
    const page = asUsageHistory(...(await ofTime(request, 'usage')), living.clock.now())
    return reply.code(page.hasMoreData ? 202 : 200).send(page)
  })

  for (const action of actions) {
    app.post(`/devices/actions/${action}`, async (request, reply) => {
      const iccids = devicesOf(request.body).map((device) => iccidOfIdentifiers(device, world.iccidOf))
      note(request.raw, { action, iccids })
      await delays.wait('accept')
      checkRequest(action, request.body)
      if (iccids.length === 0) throw new VerizonRefusal('INPUT_INVALID.Request.Invalid')
      if (iccids.length > MOST_DEVICES) throw new VerizonRefusal('INPUT_INVALID.NumberofDevices')
      const sims = iccids.map(need)
      if (sims.some((sim) => !allows(action, sim)))
        throw new VerizonRefusal('INPUT_INVALID.DeviceState.Invalid')
      return reply.send({ requestId: provisioning.accept(action, sims) })
    })
  }

  app.get<{ Params: { account: string; requestId: string } }>(
    '/accounts/:account/requests/:requestId/status',
    async (request, reply) => {
      const { account, requestId } = request.params
      needAccount(account)
      note(request.raw, { action: 'request-status', iccids: [] })
      await delays.wait('accept')
      const [status, ...others] = provisioning.statusOf(requestId)
      if (!status) throw new VerizonRefusal('REQUEST_FAILED.RequestNotFound')
      if (others.length > 0) throw new VerizonRefusal('REQUEST_FAILED.MultipleDevices')
      return reply.send({ requestId, status })
    },
  )
}

/** What each action requires beside its devices (V1, V4 to V6). */
function checkRequest(action: Action, body: unknown): void {
  const account = textOf(body, 'accountName')
  if (account || action === 'deactivate') needAccount(account)
  if (action === 'deactivate' && textOf(body, 'reasonCode') !== 'FF') {
    throw new VerizonRefusal('INPUT_INVALID.ReasonCode.Invalid')
  }
  if (action === 'activate' && !(textOf(body, 'servicePlan') && textOf(body, 'mdnZipCode'))) {
    throw new VerizonRefusal('INPUT_INVALID.ServicePlan.Invalid')
  }
}
