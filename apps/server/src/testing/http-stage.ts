import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

/** For tests: a request as the stage saw it. */
export interface Seen {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface StageAnswer {
  status?: number
  type?: string
  headers?: Record<string, string>
  body: string | Buffer
}

type StageFault =
  | 'refuse'
  | '500'
  | 'hang'
  | 'cut'
  | 'garbage-html'
  | 'garbage-html-401'
  | 'garbage-half-json'
  | 'huge'
  | 'redirect'
  | 'slow'
  | keyof typeof packers

/** Answers are packed, unasked. */
const packers = { 'packed-gzip': gzipSync, 'packed-br': brotliCompressSync, 'packed-deflate': deflateSync }
const packingOf = (fault: StageFault | undefined) =>
  fault && fault in packers ? (fault as keyof typeof packers) : undefined

/** An answer that is set apart for what holds `operation` in its path or SOAPAction; by `acts` after the usual work. */
export interface SetAnswer extends StageAnswer {
  operation: string
  acts?: boolean
}

/** A small HTTP server that stands for a neighbour in tests: real sockets, answers from a function, faults on demand. */
export interface HttpStage {
  url: string
  seen: Seen[]
  /** What each request meets from now on; undefined heals. */
  fault: (fault: StageFault | undefined, times?: number) => void
  /** What some requests are told instead, until the stage is healed. */
  answer: (other: SetAnswer) => void
  close: () => Promise<void>
}

export async function openHttpStage(
  answer: (request: Seen) => StageAnswer | Promise<StageAnswer>,
): Promise<HttpStage> {
  const seen: Seen[] = []
  let fault: StageFault | undefined
  let timesLeft = 0
  let set: SetAnswer[] = []

  const server: Server = createServer((request, response) => {
    respond(request, response).catch(() => request.socket.destroy())
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stage')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', headers } = request
    const entry: Seen = { method, path: url.pathname, query: url.searchParams, headers, body }
    seen.push(entry)
    const packing = packingOf(fault)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 150))
    else if (fault && !packing && timesLeft-- > 0) {
      // As in the field, the system acts before its answer is cut off.
      if (fault === 'cut') await answer(entry)
      return spoil(fault as Spoiling, request, response)
    }
    const other = set.find(({ operation }) => `${entry.path} ${headers.soapaction}`.includes(operation))
    if (other?.acts) await answer(entry)
    const {
      status = 200,
      type = 'application/json',
      headers: extra = {},
      body: text,
    } = other ?? (await answer(entry))
    const packed = packing && { 'content-encoding': packing.replace('packed-', '') }
    response
      .writeHead(status, { 'content-type': type, ...extra, ...packed })
      .end(packing ? packers[packing](text) : text)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fault(kind, times = Number.POSITIVE_INFINITY) {
      fault = kind
      timesLeft = times
      if (!kind) set = []
    },
    answer: (other) => void set.push(other),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Spoiling = Exclude<StageFault, 'slow' | keyof typeof packers>

function spoil(fault: Spoiling, request: IncomingMessage, response: ServerResponse): void {
  switch (fault) {
    case 'refuse':
      request.socket.resetAndDestroy()
      return
    case '500':
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"oops":true}')
      return
    case 'hang':
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"half":', () => request.socket.destroy())
      return
    case 'garbage-html':
    case 'garbage-html-401':
      response
        .writeHead(fault === 'garbage-html' ? 200 : 401, { 'content-type': 'text/html' })
        .end('<html><body><h1>Welcome</h1></body></html>')
      return
    case 'garbage-half-json':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"status":"Active","devices":[{"icc')
      return
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(3 * 1024 * 1024)}"`)
      return
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
      return
  }
}

/**
 * An address of this machine where nothing listens: the port is none that the system gives out, and no program of an
 * ordinary user could take it while a test runs. (A port that was free a moment ago is soon another test's.)
 */
export const closedPort = 'http://127.0.0.1:2'
