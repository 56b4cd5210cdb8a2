import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { textOf } from '../json.ts'
import type { Sim, SimState } from '../world/world.ts'
import { asResponse, type Outcome } from './records.ts'
import { openWylessSessions } from './sessions.ts'
import { BadSoap, field, readSoap, type SoapRequest, soapAnswer, soapFault } from './soap.ts'

const PATH = '/wyless/PorthosAPI/PorthosWSF2.asmx'
const UNKNOWN_OPERATION = 'Server did not recognize the value of HTTP Header SOAPAction.'

const changes: Record<string, { to: SimState; from: SimState[]; action: string }> = {
  SingleDeActivateSIM: { to: 'deactivated', from: ['active', 'suspended'], action: 'deactivate' },
  SingleReActivateSIM: { to: 'active', from: ['deactivated', 'inventory'], action: 'activate' },
  SingleSuspendSIM: { to: 'suspended', from: ['active'], action: 'suspend' },
  SingleRestoreSIM: { to: 'active', from: ['suspended'], action: 'restore' },
}

const DONE: Outcome = { Result: 'Success', Description: '', Code: '0' }
const NOT_FOUND: Outcome = { Result: 'Failure', Description: 'SIM not found', Code: '1001' }
const WRONG_STATE: Outcome = {
  Result: 'Failure',
  Description: 'SIM is not in a state that allows this action',
  Code: '1004',
}

/** Wyless: Porthos SOAP service. Source of names, order and namespaces: packages/carrier-samples, W1. */
export function wylessRoutes(app: FastifyInstance, { store, world, delays, living, note }: Context): void {
  const sessions = openWylessSessions(store)

  const simOf = (input: unknown): { asked: string; sim: Sim | undefined } => {
    const asked = textOf(input, 'SIMNo') || world.iccidOf(textOf(input, 'MSISDN') || '-') || ''
    const sim = world.seenBy('carrier', asked)
    return { asked, sim: sim?.vendor === 'WYLESS' ? sim : undefined }
  }
  const respond = (operation: string, input: unknown, asked: string, outcome: Outcome) => {
    const { sim } = simOf({ SIMNo: asked })
    return soapAnswer(
      operation,
      asResponse(sim, asked, textOf(input, 'TransactionId'), outcome, living.clock.now()),
    )
  }

  /** The answer of an operation on a SIM. */
  const operate = async (request: FastifyRequest, { operation, input }: SoapRequest): Promise<string> => {
    const given = field(input, 'inputType')
    if (operation === 'SingleSIMInquiry') {
      const { asked, sim } = simOf(given)
      note(request.raw, { action: 'read', iccids: [asked] })
      await delays.wait('query')
      return respond(operation, given, asked, sim ? DONE : NOT_FOUND)
    }
    if (operation === 'GetNetworkConnectionOnlineStatus') {
      const { asked, sim } = simOf({ MSISDN: textOf(input, 'msisdn') })
      note(request.raw, { action: 'session', iccids: [asked] })
      await delays.wait('small-query')
      return soapAnswer(operation, onlineStatus(sim))
    }
    const change = Object.hasOwn(changes, operation) ? changes[operation] : undefined
    if (!change) throw new BadSoap(UNKNOWN_OPERATION)
    const { asked, sim } = simOf(given)
    note(request.raw, { action: change.action, iccids: [asked] })
    await delays.wait('change')
    if (!sim) return respond(operation, given, asked, NOT_FOUND)
    if (!change.from.includes(sim.state)) return respond(operation, given, asked, WRONG_STATE)
    world.change(asked, change.to)
    return respond(operation, given, asked, DONE)
  }

  const answer = async (request: FastifyRequest): Promise<string> => {
    const soap = readSoap(typeof request.body === 'string' ? request.body : '')
    const { operation, credential } = soap
    if (!actionFits(request, operation)) throw new BadSoap(UNKNOWN_OPERATION)
    if (operation === 'Authenticate') {
      await delays.wait('login')
      return soapAnswer(operation, sessions.authenticate(credential))
    }
    if (!sessions.accepts(credential)) throw new BadSoap('Authentication failed')
    if (operation === 'PING') return soapAnswer(operation, 'PONG')
    if (operation !== 'Logout') return operate(request, soap)
    sessions.logOut(credential)
    return soapAnswer(operation, 'true')
  }

  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, _request, reply) => {
      const isCallers = error instanceof BadSoap
      const words = isCallers ? error.message : 'Server was unable to process request.'
      return send(reply, 500, soapFault(isCallers ? 'soap:Client' : 'soap:Server', words))
    })
    scope.post(PATH, async (request, reply) => send(reply, 200, await answer(request)))
  })
}

/** SOAP 1.1 names the operation in a header as well (SOAP 1.2 may leave it out); the two must agree. */
function actionFits(request: FastifyRequest, operation: string): boolean {
  const header = request.headers.soapaction
  if (header === undefined) return request.headers['content-type']?.includes('soap+xml') ?? false
  return String(header).replaceAll('"', '') === `https://www.wyless.net/${operation}`
}

function onlineStatus(sim: Sim | undefined): string {
  if (!sim) return 'None'
  if (sim.state === 'inventory') return 'Unused'
  return sim.online ? 'Online' : 'Offline'
}

const send = (reply: FastifyReply, code: number, xml: string) =>
  reply.code(code).type('text/xml; charset=utf-8').send(xml)
