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

/** Ports that a wish for 0 may become: the system gives none of them to others between our choice and the start. */
const [first, last] = [10_000, 31_999]
/** Browsers and fetch refuse to go there (https://fetch.spec.whatwg.org/#port-blocking). */
const blocked = [10_080]

/** Listens on a port that is free on all addresses of the host; what it holds joins `held`. */
async function holdFreePort(host, held) {
  for (let tries = 0; tries < 200; tries++) {
    const port = first + Math.floor(Math.random() * (last - first + 1))
    if (blocked.includes(port)) continue
    const results = await Promise.all(addressesOf(host).map((address) => listen(port, address)))
    const servers = results.flatMap(({ server }) => server ?? [])
    if (!results.some(({ code }) => code === 'EADDRINUSE')) {
      held.push(...servers)
      return port
    }
    await Promise.all(servers.map(closed))
  }
  return giveUp(`No port from ${first} to ${last} is free on ${host}.`)
}

const closed = (server) => new Promise((resolve) => server.close(resolve))

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
    if (Number(wish) === 0) {
      chosen[chosen.length - 1] = String(await holdFreePort(host, held))
      continue
    }
    for (const address of addressesOf(host)) {
      const { server, code } = await listen(Number(wish), address)
      if (code === 'EADDRINUSE')
        giveUp(`Port ${wish} is taken by another program; stop it or choose another with ${name}.`)
      // Any other trouble (no such address, not allowed) the program meets and explains itself.
      if (server) held.push(server)
    }
  }
  await Promise.all(held.map(closed))
  return chosen
}
