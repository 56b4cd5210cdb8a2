import type { FastifyReply, FastifyRequest } from 'fastify'

/** Before a call that steers the field. */
export async function onlyFromThisMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const address = request.socket.remoteAddress ?? ''
  const local = address === '::1' || /^(::ffff:)?127\./.test(address)
  // A browser page of another site must not steer the field: such requests carry an Origin.
  if (!local || request.headers.origin) {
    await reply.code(403).send({ message: 'The control calls answer only to programs on this machine.' })
  }
}
