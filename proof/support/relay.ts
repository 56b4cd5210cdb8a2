import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address that stays, before a database that may change or be cut off. */
export interface Relay {
  port: number
  /** Where new connections lead; those that are open end. */
  aim(port: number): void
  /** Where new connections lead; those that are open stay where they are. */
  moves(port: number): void
  /** Without a word: nothing passes in either direction, and a new connection is taken and never answered. */
  cut(): void
  heal(): void
  close(): Promise<void>
}

export async function startRelay(target: number): Promise<Relay> {
  let to = target
  let isCut = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    keep(near)
    if (isCut) {
      near.pause()
      return
    }
    const far = connect(to, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.once('close', () => other.destroy())
  })
  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  }
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    aim(port) {
      to = port
      drop()
    },
    moves(port) {
      to = port
    },
    cut() {
      isCut = true
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    heal() {
      isCut = false
      drop()
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
