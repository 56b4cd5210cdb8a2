import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompactSign } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainOf, timeOf } from '../../testing/made-chain.ts'
import { complaintAboutArchive, signArchive } from './archive-signature.ts'
import { genesis } from './chain.ts'
import { checkExport } from './check-export.ts'
import {
  exportFormat,
  lineOf,
  plain,
  readLinkLine,
  readSignatureLine,
  signatureLineOf,
} from './export-format.ts'
import type { KeptLink } from './read-links.ts'
import { NoSigningKey, openSigningKey, type SigningKey, signedType } from './signing-key.ts'

const pemOf = (type: 'ed25519' = 'ed25519') =>
  String(generateKeyPairSync(type).privateKey.export({ type: 'pkcs8', format: 'pem' }))
const keyOf = (auditSigningKey: string) =>
  openSigningKey({ demo: false, database: { folder: '' }, auditSigningKey })

let folder: string
let pem: string
let key: SigningKey
let other: SigningKey
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-check-'))
  pem = pemOf()
  key = await keyOf(pem)
  other = await keyOf(pemOf())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const six = () => chainOf(...[1, 2, 3, 4, 5, 6].map((number) => ({ number })))

interface FileOf {
  links?: readonly KeptLink[]
  /** In the place of the lines that the links make. */
  lines?: readonly string[]
  summary?: Record<string, unknown>
  by?: SigningKey
  type?: string
  /** In the place of the last line. */
  last?: string
}

function linesOf(links: readonly KeptLink[]): string[] {
  return links.map((link, i) => lineOf(link, i === 0 ? genesis : (links[i - 1]?.hash ?? ''), undefined))
}

async function checked(file: FileOf = {}, expected?: string) {
  const { links = six(), by = key, type } = file
  const lines = file.lines ?? linesOf(links)
  const text = lines.map((line) => `${line}\n`).join('')
  const [first, last] = [links[0], links.at(-1)]
  const summary = {
    format: exportFormat,
    from: timeOf(1),
    to: timeOf(9),
    entries: links.length,
    archived: 0,
    first: first ? { number: first.number, previousHash: genesis } : null,
    head: last ? { number: last.number, hash: last.hash, at: last.at } : null,
    sha256: sha256(text),
    exportedBy: 'pat',
    exportedAt: timeOf(9),
    transactionId: 't',
    ...file.summary,
  }
  const whole = text + (file.last ?? `${signatureLineOf(await by.sign(summary, type))}\n`)
  const path = join(folder, 'export.ndjson')
  writeFileSync(path, whole)
  return { found: await checkExport(path, expected), whole }
}
const faultsOf = async (file: FileOf = {}, expected?: string) => (await checked(file, expected)).found.faults

const noEnd =
  'The file does not end with its signature: its end is missing, or it is no export of the audit trail.'
const otherLink = 'The first or the last link is another one than was signed.'
const otherLines = 'The lines are not those that were signed: their SHA-256 differs.'

describe('D21 R49 an export is checked by itself', () => {
  it('holds: its lines, its links, and what was signed of them', async () => {
    const { found, whole } = await checked()
    expect(found).toMatchObject({
      thumbprint: key.thumbprint,
      isExpectedKey: undefined,
      sha256: sha256(whole),
      lines: 6,
      faults: [],
      faultCount: 0,
      summary: { entries: 6, exportedBy: 'pat', first: { number: 1 }, head: { number: 6 } },
    })
    expect((await checked({ links: [] })).found).toMatchObject({ lines: 0, faults: [] })
    // In pieces, whatever their length.
    const long = chainOf(
      { number: 1, detail: 'x'.repeat(300_000) },
      { number: 2, detail: 'y' },
      { number: 3, detail: 'z'.repeat(262_144) },
    )
    expect((await checked({ links: long })).found).toMatchObject({ lines: 3, faults: [] })
  })

  it('says whether it is by the key that was expected', async () => {
    expect((await checked({}, key.thumbprint)).found).toMatchObject({ isExpectedKey: true, faults: [] })
    expect((await checked({}, other.thumbprint)).found).toMatchObject({
      isExpectedKey: false,
      faults: [
        `The file was signed by another key: its thumbprint is ${key.thumbprint}, not ${other.thumbprint}.`,
      ],
    })
    expect((await checked({ last: '' }, key.thumbprint)).found).toMatchObject({
      isExpectedKey: undefined,
      thumbprint: undefined,
      summary: undefined,
    })
  })

  it.each(['', 'no\n', '{"jws":7}\n', '{"jws":"a","more":1}\n', '[]\n'])(
    'does not hold where its end is %j',
    async (last) => {
      const lines = linesOf(six())
      expect(await faultsOf({ lines: last === '' ? lines.slice(0, 3) : lines, last })).toEqual([noEnd])
    },
  )

  it('an empty file has no end, either', async () => {
    expect(await faultsOf({ lines: [], last: '' })).toEqual([noEnd])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ entries: 5 }, 'The file has 6 entries; 5 were signed.'],
    [{ entries: 7 }, 'The file has 6 entries; 7 were signed.'],
    [{ first: null }, otherLink],
    [{ first: { number: 2, previousHash: genesis } }, otherLink],
    [{ first: { number: 1, previousHash: 'a'.repeat(64) } }, otherLink],
    [{ head: null }, otherLink],
    [{ head: { number: 7, hash: 'a'.repeat(64), at: timeOf(6) } }, otherLink],
    [{ head: { number: 6, hash: 'a'.repeat(64), at: timeOf(6) } }, otherLink],
    [{ sha256: 'a'.repeat(64) }, otherLines],
    [{ format: 'other/1' }, 'What was signed is no summary of an export.'],
    [{ exportedBy: 7 }, 'What was signed is no summary of an export.'],
  ])('does not hold where %j was signed', async (summary, fault) => {
    expect((await faultsOf({ summary }))[0]).toBe(fault)
  })

  it('a last line that was made otherwise, or changed, is no signature', async () => {
    const kind = 'The signature is of another kind than those of the audit trail.'
    const wrong = 'The signature is wrong: the last line was changed.'
    expect(await faultsOf({ type: 'audit-archive+jws' })).toEqual([kind])
    const { whole } = await checked()
    const jws = readSignatureLine(whole.trimEnd().split('\n').at(-1) ?? '') ?? ''
    const [head, payload, signature] = jws.split('.')
    const changed = `${head}.${Buffer.from('{"a":1}').toString('base64url')}.${signature}`
    for (const last of [changed, 'a.b.c', `${head}.${payload}.${'A'.repeat(86)}`])
      expect(await faultsOf({ last: signatureLineOf(last) })).toEqual([wrong])
    const signed = (header: Record<string, unknown>) =>
      new CompactSign(Buffer.from('{}'))
        .setProtectedHeader({ alg: 'EdDSA', ...header })
        .sign(createPrivateKey(pem))
    expect(await faultsOf({ last: signatureLineOf(await signed({ typ: signedType })) })).toEqual([kind])
    expect(await faultsOf({ last: signatureLineOf(await signed({ jwk: key.jwk })) })).toEqual([kind])
    expect(
      await faultsOf({ last: signatureLineOf(await signed({ typ: signedType, jwk: other.jwk })) }),
    ).toEqual([wrong])
    expect(
      await faultsOf({ last: signatureLineOf(await signed({ typ: signedType, jwk: key.jwk })) }),
    ).toEqual(['What was signed is no summary of an export.'])
    const ofRsa = signatureLineOf(`${Buffer.from('{"alg":"RS256"}').toString('base64url')}.e30.AA`)
    expect(await faultsOf({ last: ofRsa })).toEqual([kind])
  })

  it('a line that was changed, put in or taken out is told with its place', async () => {
    const lines = linesOf(six())
    const changed = lines.map((line, i) => (i === 3 ? line.replace('"detail":""', '"detail":"x"') : line))
    expect(await faultsOf({ lines: changed })).toEqual([
      `Line 4: The entry 104 of ${timeOf(4)} (link 4) was changed: its fields are not those that the chain holds.`,
    ])
    const without = lines.filter((_, i) => i !== 2)
    expect(await faultsOf({ lines: without })).toEqual([
      'Line 3: link 4 does not follow from link 2.',
      'Line 3: Link 3 is missing: the chain goes on with link 4.',
      'The file has 5 entries; 6 were signed.',
    ])
    const odd = [...lines.slice(0, 5), 'odd', ...lines.slice(5)]
    expect(await faultsOf({ lines: odd, summary: { entries: 7 } })).toEqual([
      'Line 6 is none of an export of the audit trail.',
    ])
    // What was signed is compared with what the lines say after a fault, too, but for the last link.
    expect(await faultsOf({ lines: changed, summary: { head: null } })).toHaveLength(1)
    expect(await faultsOf({ lines: changed, summary: { first: null } })).toContain(otherLink)
    expect(await faultsOf({ lines: changed, summary: { sha256: 'a'.repeat(64) } })).toContain(otherLines)
  })

  it('an entry may be missing where the line names its month, and no other', async () => {
    const links = chainOf({ number: 1 }, { number: 2, entryAt: timeOf(3), at: timeOf(3) })
    const [one, two] = links
    if (!one || !two) throw new Error('no links')
    const file = (archived: string | undefined, link: KeptLink = { ...one, entry: undefined }) => ({
      links,
      lines: [lineOf(link, genesis, archived), lineOf(two, one.hash, undefined)],
    })
    expect(await faultsOf(file('2025-01'))).toEqual([])
    for (const archived of [undefined, '2025-02'])
      expect(await faultsOf(file(archived))).toEqual([
        expect.stringMatching(
          /^Line 1: The entry 101 of .* is missing: .* No archive of 2025-01 is on record\.$/,
        ),
      ])
    // A month that a line with its entry names explains nothing.
    expect(await faultsOf(file('2025-01', one))).toEqual([])
  })
})

describe('R49 lines of an export', () => {
  it('are read as they were written, whatever they say, and obey no terminal', () => {
    const odd = '\u007f\u0085\u009f\u2028\u202e\u2066\u2069 "é\\\n'
    const [link] = chainOf({ number: 1, detail: odd })
    if (!link) throw new Error('no link')
    const line = lineOf(link, genesis, undefined)
    expect(line).not.toMatch(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/)
    expect(line).toContain('\\u007f\\u0085\\u009f\\u2028\\u202e\\u2066\\u2069 \\"é\\\\\\n')
    expect(readLinkLine(line)).toEqual({ link, previousHash: genesis, archived: undefined })
    const without = lineOf({ ...link, entry: undefined }, genesis, '2025-01')
    expect(readLinkLine(without)).toMatchObject({ link: { entry: undefined }, archived: '2025-01' })
  })

  it.each([
    ['"number":1', '"number":-1'],
    ['"number":1', '"number":1.5'],
    ['"entryId":101', '"entryId":"101"'],
    [`"at":"${timeOf(1)}"`, '"at":"2025-01-31"'],
    [`"at":"${timeOf(1)}"`, `"at":"x${timeOf(1)}"`],
    [`"entryAt":"${timeOf(1)}"`, `"entryAt":"${timeOf(1)}x"`],
    [`"previousHash":"${genesis}"`, `"previousHash":"${genesis}0"`],
    [`"previousHash":"${genesis}"`, `"previousHash":"${genesis.slice(1)}"`],
    [`"previousHash":"${genesis}"`, `"previousHash":"${genesis.slice(1)}A"`],
    ['"detail":""', '"detail":"","more":1'],
    ['"number":1', '"more":1,"number":1'],
    ['"detail":""', '"detail":null'],
  ])('with %s as %s are none', (was, is) => {
    const [link] = six()
    if (!link) throw new Error('no link')
    const line = lineOf(link, genesis, undefined)
    expect(line).toContain(was)
    expect(readLinkLine(line.replace(was, is))).toBeUndefined()
    expect(readLinkLine(line.replace('00.000Z', '00.000123Z'))?.link.at).toMatch(/000123Z$/)
  })

  it('what someone wrote is plain on a terminal, and not endless', () => {
    expect(plain('a\u001b[2K"é\n~ ')).toBe('a\\u001b[2K\\"?\\n~ ')
    expect(plain('x'.repeat(400))).toBe('x'.repeat(300))
  })
})

describe('R41 the record of an archive', () => {
  const claim = { month: '2025-01', entries: 3, first: 1, last: 3, sha256: 'a'.repeat(64) }
  const complaint = (record: object, thumbprints = [key.thumbprint]) =>
    complaintAboutArchive({ ...claim, signature: undefined, ...record }, thumbprints)
  const wrong =
    'The record that 2025-01 was archived and dropped bears a wrong signature: it was changed or made up, so its missing entries are not explained.'

  it('holds by a signature of a key that may have signed', async () => {
    const signature = await signArchive(key, claim)
    expect(await complaint({ signature }, [other.thumbprint, key.thumbprint])).toBeUndefined()
    expect(await complaint({ signature }, [other.thumbprint])).toBe(
      `The record that 2025-01 was archived and dropped was signed by another key, ${key.thumbprint}. If that is an earlier key of the console by what you noted down, give it as well (--key or --thumbprint=T).`,
    )
    expect(await complaint({})).toMatch(/bears no signature/)
  })

  it.each([{ entries: 4 }, { first: 2 }, { last: 4 }, { sha256: 'b' }])(
    'does not hold with %j',
    async (changed) => {
      expect(await complaint({ signature: await signArchive(key, claim), ...changed })).toBe(wrong)
    },
  )

  it('does not hold by what was signed for another month, or for something else', async () => {
    const of = await signArchive(key, { ...claim, month: '2025-02' })
    expect(await complaint({ signature: of })).toBe(wrong)
    expect(await complaint({ signature: await key.sign(claim) })).toBe(wrong)
    expect(await complaint({ signature: await key.sign({ ...claim, more: 1 }, 'audit-archive+jws') })).toBe(
      wrong,
    )
    const bare = new CompactSign(Buffer.from(JSON.stringify(claim)))
    const header = { alg: 'EdDSA', typ: 'audit-archive+jws' }
    expect(
      await complaint({ signature: await bare.setProtectedHeader(header).sign(createPrivateKey(pem)) }),
    ).toBe(wrong)
    expect(await complaint({ signature: 'odd' })).toBe(wrong)
  })
})

describe('D21 the key that signs', () => {
  it('is the one that is set, and names itself in what it signs', async () => {
    expect((await keyOf(pem)).thumbprint).toBe(key.thumbprint)
    expect(other.thumbprint).not.toBe(key.thumbprint)
    expect(key.thumbprint).toMatch(/^[\w-]{43}$/)
    expect(key.jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}$/) })
    const header = JSON.parse(Buffer.from((await key.sign({})).split('.')[0] ?? '', 'base64url').toString())
    expect(header).toEqual({ alg: 'EdDSA', typ: signedType, kid: key.thumbprint, jwk: key.jwk })
  })

  it('is needed but in the demo, which keeps one that it made', async () => {
    await expect(keyOf('')).rejects.toThrow(NoSigningKey)
    const demo = { demo: true, database: { folder }, auditSigningKey: '' }
    const made = await openSigningKey(demo)
    expect((await openSigningKey(demo)).thumbprint).toBe(made.thumbprint)
    expect((await openSigningKey({ ...demo, auditSigningKey: pem })).thumbprint).toBe(key.thumbprint)
    writeFileSync(join(folder, 'audit-signing-key.pem'), 'no key')
    await expect(openSigningKey(demo)).rejects.toThrow(/audit-signing-key\.pem, cannot be used \(/)
  })
})
