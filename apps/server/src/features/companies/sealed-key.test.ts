import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSecretBox, SecretClosed } from '../../platform/secrets/secret-box.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { openKey, sealKey, sealServiceKeys } from './sealed-key.ts'

const [before, newer] = [Buffer.alloc(32, 'before'), Buffer.alloc(32, 'newer')]
const former = createSecretBox([before])
const both = createSecretBox([newer, before])
const secrets = createSecretBox([newer])

describeOnEachDatabase('D32 a change of the key', (database) => {
  it('takes every installer service key over, once, so that the former key can go', async () => {
    const { db } = database.get()
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    await db
      .insertInto('company')
      .values(
        keys.map((key, n) => ({
          name: `Company ${n}`,
          sap_company_id: String(n + 1),
          sap_sales_region: 'us' as const,
          device_region: 'us',
          network_model: 'TIER2_STANDARD' as const,
          ...sealKey(former, key),
        })),
      )
      .execute()
    const rows = () => db.selectFrom('company').selectAll().orderBy('id').execute()
    const saved = (await rows()).map((row) => row.update_date)
    await expect(sealServiceKeys(db, secrets)).rejects.toThrow(
      `SECRETS_KEY lacks a key that installer service keys are encrypted with: ${former.keyId} (3 of them).`,
    )
    const taken = await Promise.all([sealServiceKeys(db, both), sealServiceKeys(db, both)])
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(await sealServiceKeys(db, both)).toBe(0)
    expect((await rows()).map((row) => openKey(secrets, row))).toEqual(keys)
    // No one has saved them: a form that is open stays up to date (D10).
    expect((await rows()).map((row) => row.update_date)).toEqual(saved)
    // An operator may correct a SAP Company ID; beside the hash of another key none opens.
    const [one, other] = await rows()
    if (one && other)
      expect(() => openKey(secrets, { ...one, service_key_hash: other.service_key_hash })).toThrow(
        SecretClosed,
      )
  })
})
