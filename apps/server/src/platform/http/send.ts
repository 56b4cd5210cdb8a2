import type { Call, Envelope, EnvelopeStatus } from '@support-console/contract'
import { envelopeStatuses } from '@support-console/contract'
import type { FastifyReply } from 'fastify'
import type { Problem } from '../problem.ts'
import type { EventsReply, FileReply } from './call-context.ts'
import { isMostlyUnread } from './strict-request.ts'

/** The one place where an envelope leaves: its word fixes the HTTP code (D7). */
export function sendEnvelope(
  reply: FastifyReply,
  status: EnvelopeStatus,
  message: string,
  data: unknown,
): FastifyReply {
  const envelope: Envelope = { status, message, data }
  return reply
    .code(envelopeStatuses[status])
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .send(JSON.stringify(envelope))
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  reply.headers(problem.headers)
  if (isMostlyUnread(reply.request)) reply.header('connection', 'close')
  return sendEnvelope(
    reply,
    problem.status,
    problem.message,
    problem.issues ? { issues: problem.issues } : null,
  )
}

/** A file to save, under a name that we made (R31). */
export function sendFile(reply: FastifyReply, call: Call, { file }: FileReply): FastifyReply {
  const type = call.file ?? 'application/octet-stream'
  const name = file.name.replace(/[^\w.-]+/g, '_').slice(0, 150)
  return reply
    .code(200)
    .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(file.content)
}

/**
 * Events as they come (D37). Whatever stands between hands them on at once, neither gathered nor compressed; the connection
 * ends with them, so that a server that stops has none left over.
 */
export function sendEvents(reply: FastifyReply, { events }: EventsReply): FastifyReply {
  return reply
    .code(200)
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .send(events)
}
