import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { ExportSummary, parseJson, readLinkLine, readSignatureLine } from './export-format.ts'
import { createFaultList, type FaultList } from './fault-list.ts'
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
  /** What does not hold, in sentences, a hundred at most. */
  faults: readonly string[]
  /** How many faults there are in all. */
  faultCount: number
}

/**
 * Checks an export by itself, without a database: each entry against its link, the links against each other, all of it
 * against the signed summary, and that against its signature.
 * @param expected the thumbprint of the key that must have signed
 */
export async function checkExport(path: string, expected?: string): Promise<CheckedExport> {
  const whole = createHash('sha256')
  const before = createHash('sha256')
  const faults = createFaultList()
  const lines = createLineCheck(faults)
  let held: Buffer | undefined
  // The last line is held back: it is no link's.
  for await (const line of linesOf(path, whole)) {
    if (held) {
      before.update(held)
      lines.take(held)
    }
    held = line
  }
  lines.end()
  const opened = await open(held, before.digest('hex'), lines, faults)
  const isExpectedKey = opened && expected !== undefined ? expected === opened.thumbprint : undefined
  if (isExpectedKey === false)
    faults.add(
      `The file was signed by another key: its thumbprint is ${opened?.thumbprint}, not ${expected}.`,
    )
  return {
    summary: opened?.summary,
    thumbprint: opened?.thumbprint,
    isExpectedKey,
    sha256: whole.digest('hex'),
    lines: lines.count,
    faults: faults.told,
    faultCount: faults.count,
  }
}

/** The last line against those before it; undefined where it is no signature that holds. */
async function open(
  last: Buffer | undefined,
  sha256: string,
  lines: ReturnType<typeof createLineCheck>,
  faults: FaultList,
): Promise<Signed | undefined> {
  const jws = last && readSignatureLine(last.toString('utf8'))
  if (jws === undefined) {
    faults.add(
      'The file does not end with its signature: its end is missing, or it is no export of the audit trail.',
    )
    return undefined
  }
  const signed = await openSignature(jws)
  if ('fault' in signed) {
    faults.add(signed.fault)
    return undefined
  }
  if (signed.summary.sha256 !== sha256)
    faults.add('The lines are not those that were signed: their SHA-256 differs.')
  const complaint = compare(signed.summary, lines, faults.count > 0)
  if (complaint !== undefined) faults.add(complaint)
  return signed
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

/** Link by link. */
function createLineCheck(faults: FaultList) {
  /** A month that a line names is explained here by its word alone; only the chain itself can confirm it. */
  const archives = new Map<string, ArchiveRecord>()
  let check: LinkCheck | undefined
  let count = 0
  let first: { number: number; previousHash: string } | undefined
  let former: { number: number; hash: string } | undefined

  return {
    take(bytes: Buffer): void {
      count++
      const line = readLinkLine(bytes.toString('utf8'))
      if (!line) {
        faults.add(`Line ${count} is none of an export of the audit trail.`)
        return
      }
      const { link, previousHash, archived } = line
      first ??= { number: link.number, previousHash }
      check ??= createLinkCheck(archives, faults, { number: link.number - 1, hash: previousHash })
      const month = link.entry_at.slice(0, 7)
      if (!link.entry && archived === month)
        archives.set(month, {
          month,
          entries: Number.POSITIVE_INFINITY,
          first: 0,
          last: link.number,
        })
      check.take(link, `Line ${count}: `)
      if (former && previousHash !== former.hash)
        faults.add(`Line ${count}: link ${link.number} does not follow from link ${former.number}.`)
      former = link
    },
    end: () => check?.end(),
    get count() {
      return count
    },
    get first() {
      return first
    },
    get check() {
      return check
    },
  }
}

interface Signed {
  summary: ExportSummary
  thumbprint: string
}

async function openSignature(jws: string): Promise<Signed | { fault: string }> {
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

/** @param isFaulty whether a fault in the lines explains another last link */
function compare(
  { entries, first, head }: ExportSummary,
  lines: ReturnType<typeof createLineCheck>,
  isFaulty: boolean,
): string | undefined {
  if (entries !== lines.count) return `The file has ${lines.count} entries; ${entries} were signed.`
  const { check } = lines
  const isSame =
    first?.number === lines.first?.number &&
    first?.previousHash === lines.first?.previousHash &&
    (isFaulty || (head?.number === check?.last.number && head?.hash === check?.last.hash))
  return isSame ? undefined : 'The first or the last link is another one than was signed.'
}
