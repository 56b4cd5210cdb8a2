import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { AddressFault, type DatabaseAddress, type Host } from './address.ts'

/**
 * How TLS is spoken to one host, as libpq does by `sslmode` (32.19): without a root certificate `require` checks none.
 * @throws AddressFault where a file cannot be read
 */
export function tlsOf(address: DatabaseAddress, { host }: Host): ConnectionOptions {
  const { sslMode, sslCert, sslKey, sslPassword } = address
  const root = rootOf(address)
  const checks = sslMode.startsWith('verify') || (sslMode === 'require' && root !== undefined)
  return {
    servername: /[:]|^[\d.]+$/.test(host) ? '' : host,
    rejectUnauthorized: checks,
    ...(root && { ca: read(root, 'sslrootcert') }),
    // All but verify-full trust whatever name the authority has signed.
    ...(checks && sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(sslCert && { cert: read(sslCert, 'sslcert') }),
    ...(sslKey && { key: read(sslKey, 'sslkey') }),
    ...(sslPassword && { passphrase: sslPassword }),
  }
}

/** The file of authorities; undefined: those that Node.js trusts. */
function rootOf({ sslMode, sslRootCert }: DatabaseAddress): string | undefined {
  if (sslRootCert === 'system') return undefined
  if (sslRootCert) return sslRootCert
  const usual = join(homedir(), '.postgresql', 'root.crt')
  if (existsSync(usual)) return usual
  if (sslMode === 'verify-ca')
    throw new AddressFault('has sslmode=verify-ca, which needs sslrootcert, the file of the authority')
  return undefined
}

function read(path: string, name: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new AddressFault(
      `has ${name}=${path}, which cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}
