import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forTests, startCluster, type TemporaryCluster } from '../../testing/postgres-cluster.ts'
import { whyNoPair } from '../../testing/postgres-pair.ts'
import { asOrdinaryUser, initialise } from '../../testing/postgres-programs.ts'
import { openDatabase } from './open-database.ts'

const noOpenssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].some(existsSync)
  ? undefined
  : 'no openssl is installed'
const cannot = whyNoPair() ?? noOpenssl

describe.skipIf(cannot)(
  `D52 TLS to PostgreSQL as libpq speaks it${cannot ? ` (left out: ${cannot})` : ''}`,
  () => {
    let cluster: TemporaryCluster
    const folder = mkdtempSync(join(tmpdir(), 'console-tls-'))
    const authority = join(folder, 'ca.crt')

    beforeAll(async () => {
      const started = await startCluster([...forTests, 'ssl=on'], (programs, data) => {
        initialise(programs, data)
        const [program = '', ...args] = asOrdinaryUser([
          ...[
            'openssl',
            'req',
            '-x509',
            '-newkey',
            'rsa:2048',
            '-nodes',
            '-days',
            '2',
            '-subj',
            '/CN=localhost',
          ],
          ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', join(data, 'server.key')],
          ...['-out', join(data, 'server.crt')],
        ])
        execFileSync(program, args, { stdio: 'ignore' })
        copyFileSync(join(data, 'server.crt'), authority)
      })
      if (typeof started === 'string') throw new Error(started)
      cluster = started
    })
    afterAll(async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true })
    })

    /** Whether the connection is encrypted, or why there is none. */
    async function encrypted(host: string, query: string): Promise<boolean | string> {
      const { port } = new URL(cluster.url)
      const url = `postgres://postgres@${host}:${port}/postgres?${query}`
      try {
        const opened = await openDatabase({ url, folder: '', connections: 2 })
        const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
        const { rows } = await asked.execute(opened.db)
        await opened.close()
        return rows[0]?.ssl ?? 'unknown'
      } catch (error) {
        return (error as Error).message
      }
    }

    it('encrypts unless it is told not to, and checks a certificate only where that is asked for', async () => {
      expect(await encrypted('localhost', '')).toBe(true)
      expect(await encrypted('localhost', 'sslmode=disable')).toBe(false)
      expect(await encrypted('localhost', 'sslmode=allow')).toBe(false)
      expect(await encrypted('127.0.0.1', 'sslmode=require')).toBe(true)
      expect(await encrypted('localhost', 'sslmode=require&sslnegotiation=postgres')).toBe(true)
    })

    it('verifies authority and name as sslmode says', async () => {
      const root = `sslrootcert=${encodeURIComponent(authority)}`
      expect(await encrypted('localhost', `sslmode=verify-full&${root}`)).toBe(true)
      expect(await encrypted('127.0.0.1', `sslmode=verify-ca&${root}`)).toBe(true)
      expect(await encrypted('127.0.0.1', `sslmode=verify-full&${root}`)).toMatch(/certificate's altnames/)
      expect(await encrypted('localhost', 'sslmode=verify-full')).toMatch(/self-signed certificate/)
      expect(await encrypted('localhost', 'sslmode=verify-full&sslrootcert=/nowhere')).toMatch(
        /sslrootcert=\/nowhere, which cannot be read \(ENOENT\)/,
      )
    })
  },
)
