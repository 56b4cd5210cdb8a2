import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { ExportSummary, parseJson, readLinkLine, readSignatureLine } from './export-format.ts'
import { type ArchiveRecord, createLinkCheck, type LinkCheck } from './link-check.ts'
import { signedType } from './signing-key.ts'

/** What a file says, and what about it does not hold. */
export interface CheckedExport {
  /** What was signed; undefined where there is no such thing. */
  summary: ExportSummary | undefined
  /** Of the key that signed, by the file's own words. */
  thumbprint: string | undefined
  /** The signature is by the key that was expected; undefined where none was. */
  isExpectedKey: boolean | undefined
  /** Of the whole file, as sha256sum prints it. */
  sha256: string
  lines: number
  /** What does not hold, in sentences. */
  faults: string[]
}

/**
 * Checks an export by itself, without a database: each entry against its link, the links against each other, all of it
 * against the signed summary, and that against its signature.
 * @param expected the thumbprint of the key that must have signed
 */
export async function checkExport(path: string, expected?: string): Promise<CheckedExport> {
  const whole = createHash('sha256')
  const before = createHash('sha256')
  const lines = createLineCheck()
  let held: Buffer | undefined
  // The last line is held back: it is no link's.
  for await (const line of linesOf(path, whole)) {
    if (held) {
      before.update(held)
      lines.take(held)
    }
    held = line
  }
  const faults: string[] = []
  if (lines.fault) faults.push(lines.fault)
  const jws = held && readSignatureLine(held.toString('utf8'))
  const base = { sha256: whole.digest('hex'), lines: lines.count, faults }
  if (jws === undefined) {
    faults.push(
      'The file does not end with its signature: its end is missing, or it is no export of the audit trail.',
    )
    return { ...base, summary: undefined, thumbprint: undefined, isExpectedKey: undefined }
  }
  const signed = await openSignature(jws)
  if ('fault' in signed) {
    faults.push(signed.fault)
    return { ...base, summary: undefined, thumbprint: undefined, isExpectedKey: undefined }
  }
  const { summary, thumbprint } = signed
  if (summary.sha256 !== before.digest('hex'))
    faults.push('The lines are not those that were signed: their SHA-256 differs.')
  faults.push(...compare(summary, lines))
  const isExpectedKey = expected === undefined ? undefined : expected === thumbprint
  if (isExpectedKey === false)
    faults.push(`The file was signed by another key: its thumbprint is ${thumbprint}, not ${expected}.`)
  return { ...base, summary, thumbprint, isExpectedKey }
}

/** The file's lines with their ends, whatever they hold. */
async function* linesOf(path: string, whole: Hash): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    whole.update(piece)
    let from = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      const part = piece.subarray(from, end + 1)
      yield rest.length === 0 ? part : Buffer.concat([...rest, part])
      rest = []
      from = end + 1
    }
    if (from < piece.length) rest.push(piece.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}

/** Link by link, until the first fault. */
function createLineCheck() {
  /** A month that a line names is explained here by its word alone; only the chain itself can confirm it. */
  const archives = new Map<string, ArchiveRecord>()
  let check: LinkCheck | undefined
  let count = 0
  let fault: string | undefined
  let first: { number: number; previousHash: string } | undefined

  function faultOf(text: string): string | undefined {
    const line = readLinkLine(text)
    if (!line) return `Line ${count} is none of an export of the audit trail.`
    const { link, previousHash, archived } = line
    if (!check) {
      first = { number: link.number, previousHash }
      check = createLinkCheck(archives, { number: link.number - 1, hash: previousHash })
    }
    if (previousHash !== check.last.hash)
      return `Line ${count}: link ${link.number} does not follow from link ${check.last.number}.`
    if (archived !== undefined && !link.entry && archived === link.entry_at.slice(0, 7))
      archives.set(archived, {
        month: archived,
        entries: Number.POSITIVE_INFINITY,
        first: 0,
        last: link.number,
      })
    const found = check.check(link)
    return found && `Line ${count}: ${found.sentence}`
  }

  return {
    take(line: Buffer): void {
      count++
      fault ??= faultOf(line.toString('utf8'))
    },
    get count() {
      return count
    },
    get fault() {
      return fault
    },
    get first() {
      return first
    },
    get check() {
      return check
    },
  }
}

type Opened = { summary: ExportSummary; thumbprint: string } | { fault: string }

async function openSignature(jws: string): Promise<Opened> {
  try {
    const { jwk, alg, typ } = decodeProtectedHeader(jws)
    if (alg !== 'EdDSA' || typ !== signedType || !jwk)
      return { fault: 'The signature is of another kind than those of the audit trail.' }
    const { kty = '', crv = '', x = '' } = jwk
    const key = { kty, crv, x } as JWK
    const { payload } = await compactVerify(jws, await importJWK(key, 'EdDSA'), { algorithms: ['EdDSA'] })
    const summary = ExportSummary.safeParse(parseJson(Buffer.from(payload).toString('utf8')))
    if (!summary.success) return { fault: 'What was signed is no summary of an export.' }
    return { summary: summary.data, thumbprint: await calculateJwkThumbprint(key) }
  } catch {
    return { fault: 'The signature is wrong: the last line was changed.' }
  }
}

function compare(
  { entries, first, head }: ExportSummary,
  lines: ReturnType<typeof createLineCheck>,
): string[] {
  if (entries !== lines.count) return [`The file has ${lines.count} entries; ${entries} were signed.`]
  const { check } = lines
  const isSame =
    first?.number === lines.first?.number &&
    first?.previousHash === lines.first?.previousHash &&
    (lines.fault !== undefined || (head?.number === check?.last.number && head?.hash === check?.last.hash))
  return isSame ? [] : ['The first or the last link is another one than was signed.']
}
