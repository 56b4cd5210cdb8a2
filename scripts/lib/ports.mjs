// Which ports the programs get. A taken one is named before anything is installed, built or migrated.
import { createServer } from 'node:net'
import { giveUp } from './toolchain.mjs'

/** The loopback addresses that 'localhost' means; a browser may try either. */
const addressesOf = (host) => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host])

/** Listens, and resolves to the server, or to the system's name of the error. */
function listen(port, address) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve({ code: error.code }))
    server.listen({ port, host: address, exclusive: true }, () => resolve({ server }))
  })
}

/**
 * The ports for some programs, in the order of the wishes: `{ name, fallback, host }`, name being the setting. A wish
 * for 0 becomes a free port, so that every program can be told the other's address. Ends the script when a wish is no
 * port or the port is taken.
 */
export async function choosePorts(wishes) {
  const held = []
  const chosen = []
  for (const { name, fallback, host } of wishes) {
    const wish = process.env[name]?.trim() || fallback
    if (!/^\d{1,5}$/.test(wish) || Number(wish) > 65_535)
      giveUp(`${name} must be a port number from 0 to 65535, but is '${wish}'.`)
    chosen.push(wish)
    const twin = wishes.find((_, at) => at < chosen.length - 1 && chosen[at] === wish)
    if (twin && wish !== '0') giveUp(`${twin.name} and ${name} cannot both be ${wish}.`)
    let port = Number(wish)
    for (const address of addressesOf(host)) {
      const { server, code } = await listen(port, address)
      if (code === 'EADDRINUSE')
        giveUp(`Port ${port} is taken by another program; stop it or choose another with ${name}.`)
      // Any other trouble (no such address, not allowed) the program meets and explains itself.
      if (!server) continue
      held.push(server)
      port = server.address().port
    }
    chosen[chosen.length - 1] = String(port)
  }
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  return chosen
}
