import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why there is no time-stamp server; undefined: there is. */
export const noTimeStamps = spawnSync('openssl', ['version']).error ? 'openssl is not there' : undefined

export type TimeStampServer = Awaited<ReturnType<typeof startTimeStampServer>>

/** A time-stamp server over HTTP that openssl answers for, with a root of its own; `key` as openssl's `-newkey`. */
export async function startTimeStampServer(
  key: readonly string[] = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
) {
  const folder = mkdtempSync(join(tmpdir(), 'console-tsa-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
  write(
    'tsa.cnf',
    `[tsa]\ndefault_tsa = one\n[one]\nserial = serial\nsigner_cert = tsa.pem\ncerts = ca.pem\nsigner_key = tsa.key
signer_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\ness_cert_id_alg = sha256\nordering = yes\ntsa_name = yes\n`,
  )
  write('leaf.ext', 'extendedKeyUsage = critical,timeStamping\n')
  write('serial', '01')
  const made = ['-newkey', ...key, '-nodes']
  openssl('req', '-x509', ...made, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=root', '-days', '30')
  openssl('req', '-new', ...made, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=stamps')
  const issue = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '20',
    '-extfile',
    'leaf.ext',
  ]
  openssl('x509', '-req', '-in', 'tsa.csr', '-out', 'tsa.pem', ...issue)

  const answer = (query: Buffer): Buffer => {
    write('query', query)
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply')
    return readFileSync(join(folder, 'reply'))
  }
  /** What is answered instead, for once. */
  let instead: ((query: Buffer) => Buffer | number) | undefined
  const server = createServer(async (request, response) => {
    const query = Buffer.concat(await request.toArray())
    const answered = (instead ?? answer)(query)
    instead = undefined
    response.statusCode = typeof answered === 'number' ? answered : 200
    response.end(typeof answered === 'number' ? 'no' : answered)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    answer,
    once: (what: typeof instead) => {
      instead = what
    },
    /** What openssl says of a token of this hash. */
    verify(token: Uint8Array, hash: string): string {
      write('token', Buffer.from(token))
      return openssl('ts', '-verify', '-digest', hash, '-in', 'token', '-token_in', '-CAfile', 'ca.pem')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
