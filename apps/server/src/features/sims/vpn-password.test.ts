import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/open-database.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { StartError } from '../../platform/settings/start-error.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { fillFolder } from '../../testing/program-database.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { openKey } from '../companies/index.ts'
import { findSim, findSims, openVpnPassword, sealSims } from './index.ts'

const [older, newer] = [Buffer.alloc(32, 'older'), Buffer.alloc(32, 'newer')]
const former = createSecretBox([older])
const next = createSecretBox([newer, older])
const iccidOf = (n: number): string => `8901170000000${String(n).padStart(6, '0')}`
/** More than one statement takes over. */
const many = 2100

/** All passwords by SIM, as this box opens them. */
async function passwords({ db }: Database, box = next) {
  const sims = await findSims(
    db,
    Array.from({ length: many }, (_, n) => iccidOf(n)),
  )
  return [...sims].sort().map(([iccid, sim]) => [iccid, openVpnPassword(box, iccid, sim.vpnPassword)])
}
const expected = Array.from({ length: many }, (_, n) => [iccidOf(n), n % 3 === 0 ? '' : `pw-${n}`])

it('F5 no file of a data folder has a password or an installer service key in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-passwords-'))
  try {
    await fillFolder(folder)
    const database = await openDatabase({ url: '', folder, connections: 1 })
    const sim = await findSim(database.db, '8901170000000000013')
    const companies = await database.db.selectFrom('company').selectAll().execute()
    await database.close()
    const password = openVpnPassword(testSecrets, '8901170000000000013', sim?.vpnPassword ?? '')
    expect(password).toMatch(/^\S{14}$/)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    // G6: nor is one open where the folder is copied without its modes.
    const modes = files
      .filter(({ parentPath }) => parentPath.startsWith(join(folder, 'pglite')))
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).mode & 0o077)
    expect(new Set(modes)).toEqual(new Set([0]))
    const holding = (text: string) =>
      files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(text))
    expect(holding(sim?.vpnUserName ?? '-')).not.toEqual([])
    expect(holding(password)).toEqual([])
    const [key = ''] = companies.map((company) => openKey(testSecrets, company))
    expect(key).toMatch(/^[\da-f-]{36}$/)
    expect(holding(key)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describeOnEachDatabase('D32 a change of the key', (database) => {
  beforeEach(async () => {
    const { db } = database.get()
    await sql`truncate sim`.execute(db)
    const sims = expected.map(([iccid = '', password = '']) => ({
      iccid,
      vendor_code: 'ATT' as const,
      company_id: null,
      network_model: null,
      vpn_password: former.seal(password, `sim ${iccid}`),
    }))
    for (let from = 0; from < many; from += 1000)
      await db
        .insertInto('sim')
        .values(sims.slice(from, from + 1000))
        .execute()
  })

  it('no plain password is taken', async () => {
    const sim = { iccid: iccidOf(many), vendor_code: 'ATT' as const, company_id: null, network_model: null }
    const good = former.seal('a', 'sim')
    const [keyId = '', rest = ''] = good.split(':')
    expect(rest).toHaveLength(39)
    const others = [good.slice(1), good.slice(0, -1), `${keyId}0:${rest}`, `G${good.slice(1)}`]
    others.push(`${keyId}:${rest}:`, `${good} `, `${good}+`, `${keyId}-${rest}`, 'plain')
    for (const vpn_password of others)
      await expect(
        database
          .get()
          .db.insertInto('sim')
          .values({ ...sim, vpn_password })
          .execute(),
      ).rejects.toThrow(/check/)
  })

  it('takes every password over, so that the former key can go', async () => {
    const { db } = database.get()
    expect(await sealSims(db, next)).toBe((many / 3) * 2)
    expect(await passwords(database.get(), createSecretBox([newer]))).toEqual(expected)
    expect(await sealSims(db, next)).toBe(0)
  })

  it('two servers may do it at once; each password is taken over by one of them', async () => {
    const { db } = database.get()
    const done = await Promise.all([sealSims(db, next), sealSims(db, next)])
    expect(done.reduce((sum, count) => sum + count, 0)).toBe((many / 3) * 2)
    expect(await passwords(database.get(), createSecretBox([newer]))).toEqual(expected)
  })

  it('is refused while a key is not given that is still needed, and changes nothing', async () => {
    const { db } = database.get()
    await expect(sealSims(db, createSecretBox([newer]))).rejects.toThrow(
      new StartError(
        `SECRETS_KEY lacks a key that VPN passwords are encrypted with: ${former.keyId} (${(many / 3) * 2} of them).`,
      ),
    )
    expect(await passwords(database.get(), former)).toEqual(expected)
  })
})
