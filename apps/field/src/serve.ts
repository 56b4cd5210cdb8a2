import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildField, type Field } from './build-field.ts'
import type { Config } from './config.ts'

export interface RunningField {
  url: string
  port: number
  close(): Promise<void>
}

/** Opens the port or ports, builds the field, and answers from then on. Throws the system's error when it cannot. */
export async function serve(config: Config): Promise<RunningField> {
  let field: Field | undefined
  const servers: Server[] = []
  let port = config.port
  for (const address of addressesOf(config.host)) {
    const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, (request, response) => {
      if (field) return field.handle(request, response)
      response.writeHead(503, { 'retry-after': '1' }).end()
    })
    try {
      port = await listen(server, port, address)
      servers.push(server)
    } catch (error) {
      // a machine without IPv6 has no ::1
      if (servers.length > 0 && isMissingAddress(error)) continue
      for (const open of servers) open.close()
      throw error
    }
  }
  const url = config.publicUrl ?? `http://localhost:${port}`
  field = await buildField(config, url)
  const built = field
  return {
    url,
    port,
    async close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
      await built.close()
    },
  }
}

/** The loopback addresses that 'localhost' means; a browser may try either. */
const addressesOf = (host: string): string[] => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host])

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })
}

/** The system's name of an error, for example EADDRINUSE, or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isMissingAddress = (error: unknown) => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))
