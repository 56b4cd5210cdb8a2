import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorStatus, envelopeStatuses } from '@support-console/contract'

const malformed: [ErrorStatus, string] = ['Invalid', 'The request is malformed.']
const answers: Record<string, [ErrorStatus, string]> = {
  HPE_HEADER_OVERFLOW: [
    'HeadersTooLarge',
    'The headers of the request are too large. Sign out and in again.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['TooSlow', 'The request came too slowly. Please send it again.'],
}

/** A method that Node.js does not know (TRACK), in a request that is in order otherwise. */
const requestLine = /^[A-Z]{1,32} \S+ HTTP\/1\.[01]\r\n/
const otherMethod: [ErrorStatus, string] = ['MethodNotAllowed', 'This address does not accept that method.']

/** What is not even HTTP gets an envelope too, and the connection ends. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException & { rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const isOtherMethod = error.code === 'HPE_INVALID_METHOD' && requestLine.test(String(error.rawPacket))
  const [status, message] = isOtherMethod ? otherMethod : (answers[error.code ?? ''] ?? malformed)
  const code = envelopeStatuses[status]
  const body = JSON.stringify({ status, message, data: null })
  socket.end(
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${isOtherMethod ? 'Allow: GET, HEAD\r\n' : ''}Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Transaction-Id: ${randomUUID()}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
