import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

export interface Spoken {
  code: number
  type: string
  body: string
}

export const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { code, type, body }: Spoken,
): void {
  request.resume()
  response.writeHead(code, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Once the system has answered, nothing of it leaves; `send` does what shall happen, with the body that it wrote. */
function insteadOf(response: ServerResponse, send: (body: Buffer) => void): void {
  const { write, end, writeHead } = response
  const chunks: Buffer[] = []
  const collect = (chunk: unknown, encoding?: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding === 'latin1' ? 'latin1' : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    return true
  }
  // The answer to a preflight (sign-on/cors.ts) has set its headers before.
  response.writeHead = ((code: number, headers: Record<string, string> = {}) => {
    response.statusCode = code
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return response
  }) as ServerResponse['writeHead']
  response.write = collect as ServerResponse['write']
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    collect(chunk, encoding)
    Object.assign(response, { write, end, writeHead })
    send(Buffer.concat(chunks))
    return response
  }) as ServerResponse['end']
}

/** The system does its work, and another answer goes out. */
export function answerAfterWork(request: IncomingMessage, response: ServerResponse, spoken: Spoken): void {
  insteadOf(response, () => {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    answer(request, response, spoken)
  })
}

/** The right answer, packed although no one asked for that. */
export function pack(response: ServerResponse, packing: keyof typeof packers): void {
  insteadOf(response, (body) => {
    response.removeHeader('content-length')
    response.setHeader('content-encoding', packing)
    response.end(packers[packing](body))
  })
}

/** The system does its work and answers, but the line breaks after the headers and half of the body. */
export function cutInHalf(request: IncomingMessage, response: ServerResponse): void {
  insteadOf(response, (body) => {
    response.setHeader('content-length', body.length)
    response.write(body.subarray(0, Math.floor(body.length / 2)), () =>
      setTimeout(() => request.socket.resetAndDestroy(), 20),
    )
  })
}
