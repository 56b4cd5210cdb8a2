import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'

/** Where the visitors of these tests come from: another address than the proxy's own. */
export const visitorsAddress = '127.0.0.9'

/** One with connections of its own, kept as browsers keep them. */
export const visitor = () => new Agent({ keepAlive: true, rejectUnauthorized: false })

interface Wish {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  agent?: Agent
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** Sends it, and gives the answer as soon as its headers are there. */
export async function open(port: number, path: string, wish: Wish = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, agent = visitor() } = wish
  const asked = request({
    host: '127.0.0.1',
    localAddress: visitorsAddress,
    servername: 'console.example',
    ...{ port, path, method, agent },
    headers: {
      host: 'console.example',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  // Who refuses a large body may close while it is still being sent; what counts is the answer.
  asked.on('error', () => {})
  asked.end(body)
  return (await answered)[0]
}

export async function ask(port: number, path: string, wish: Wish = {}): Promise<Answer> {
  const answer = await open(port, path, wish)
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}

/** The same by HTTP/2, as browsers ask. @returns the status */
export async function askByHttp2(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const session = connect(`https://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
    servername: 'console.example',
  })
  try {
    const stream = session.request({ ':path': path, ':authority': 'console.example', ...headers })
    const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }]
    stream.close()
    return status
  } finally {
    session.close()
  }
}
