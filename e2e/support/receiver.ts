import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A system of someone else's that webhooks go to, on this machine. */
export async function startReceiver(): Promise<{
  url: string
  got: IncomingHttpHeaders[]
  status: number
  close(): Promise<void>
}> {
  const receiver = { url: '', got: [] as IncomingHttpHeaders[], status: 204, close: async () => {} }
  const server = createServer((request, reply) => {
    receiver.got.push(request.headers)
    reply.writeHead(receiver.status).end(receiver.status === 204 ? '' : 'out of order')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return receiver
}
