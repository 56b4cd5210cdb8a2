import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** A small HTTP server that stands for a neighbour in tests: real sockets, answers from a function, faults on demand. */
export interface HttpStage {
  url: string
  seen: Seen[]
  /** What each request meets from now on; undefined heals. */
  fault: (fault: StageFault | undefined, times?: number) => void
  close: () => Promise<void>
}

export async function openHttpStage(
  answer: (request: Seen) => StageAnswer | Promise<StageAnswer>,
): Promise<HttpStage> {
  const seen: Seen[] = []
  let fault: StageFault | undefined
  let timesLeft = 0

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
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 150))
    else if (fault && timesLeft-- > 0) {
      // As in the field, the system acts before its answer is cut off.
      if (fault === 'cut') await answer(entry)
      return spoil(fault, request, response)
    }
    const { status = 200, type = 'application/json', headers: extra = {}, body: text } = await answer(entry)
    response.writeHead(status, { 'content-type': type, ...extra }).end(text)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fault(kind, times = Number.POSITIVE_INFINITY) {
      fault = kind
      timesLeft = times
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function spoil(fault: Exclude<StageFault, 'slow'>, request: IncomingMessage, response: ServerResponse): void {
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
