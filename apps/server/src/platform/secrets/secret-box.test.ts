import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '../settings/start-error.ts'
import { demoSecretsKeyPath, openSecrets } from './open-secrets.ts'
import { createSecretBox, SecretClosed } from './secret-box.ts'

const [older, newer] = [Buffer.alloc(32, 'older'), Buffer.alloc(32, 'newer')]
const place = 'sim 8901170000000000013'
const secret = 'ﬁn “pass” 🔑\u0001'

describe('D32, F5 secrets at rest', () => {
  const box = createSecretBox([older])

  it('come back to the letter, look different each time, and bear the id of their key', () => {
    const [one, two] = [box.seal(secret, place), box.seal(secret, place)]
    expect([box.open(one, place), box.open(two, place)]).toEqual([secret, secret])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^[\da-f]{12}:[\w-]{39,}$/)
    expect(one.split(':')[0]).toBe(box.keyId)
    expect(older.toString('hex')).not.toContain(box.keyId)
    expect([box.seal('', place), box.open('', place)]).toEqual(['', ''])
  })

  it('of several keys the first writes and all read; without its key, or changed, or moved, nothing opens', () => {
    const both = createSecretBox([newer, older])
    const sealed = box.seal(secret, place)
    expect(both.open(sealed, place)).toBe(secret)
    expect(both.seal(secret, place).split(':')[0]).toBe(createSecretBox([newer]).keyId)
    expect(both.keyIds).toEqual([both.keyId, box.keyId])
    expect(() => createSecretBox([newer]).open(sealed, place)).toThrow(
      new SecretClosed(`The secret of ${place} is encrypted with the key ${box.keyId}, which is not given.`),
    )
    const [id = '', text = ''] = sealed.split(':')
    const bytes = Buffer.from(text, 'base64url')
    const flipped = (at: number) => {
      const other = Buffer.from(bytes)
      other[at] = (other[at] ?? 0) ^ 1
      return other
    }
    const changed = [
      flipped(0),
      flipped(14),
      flipped(bytes.length - 1),
      bytes.subarray(0, 20),
      bytes.subarray(0, -1),
    ]
    for (const each of changed)
      expect(() => box.open(`${id}:${each.toString('base64url')}`, place)).toThrow(SecretClosed)
    expect(() => box.open(sealed, 'sim 8901170000000000021')).toThrow(
      'The secret of sim 8901170000000000021 was changed and cannot be decrypted.',
    )
  })
})

describe("D32 the demo's own key", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-secrets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => ({ database: { folder: join(folder, name) }, secretsKeys: [] })

  it('is made once, by anyone who comes first, and no one else may read it', async () => {
    const [one, two] = await Promise.all([openSecrets(at('new')), openSecrets(at('new'))])
    expect(two.open(one.seal(secret, place), place)).toBe(secret)
    expect((await openSecrets(at('new'))).keyId).toBe(one.keyId)
    const path = demoSecretsKeyPath(at('new').database)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await openSecrets({ ...at('new'), secretsKeys: [newer] })).keyId).toBe(
      createSecretBox([newer]).keyId,
    )
    writeFileSync(path, readFileSync(path, 'utf8').slice(4))
    await expect(openSecrets(at('new'))).rejects.toThrow(
      new StartError(`The key that encrypts VPN passwords, ${path}, cannot be used (it holds no key).`),
    )
  })
})
