import { z } from 'zod'
import type { ProvenEntry } from './chain.ts'
import type { KeptLink } from './read-links.ts'

// The file that an auditor gets (docs/audit/export.md): a line for each link with its entry, and a last one with the signature.

export const exportFormat = 'support-console-audit-export/1'

const hexHash = z.string().regex(/^[\da-f]{64}$/)
const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/)

/** For a line on a terminal: anyone who wrote a file or an entry chose its text. */
export const plain = (text: string): string =>
  JSON.stringify(text.slice(0, 300))
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, '?')
const wholeNumber = z.number().int().min(0)

/** A link's line, as it is read again. */
const LinkLine = z.strictObject({
  number: wholeNumber,
  at: instant,
  entryId: z.number().int(),
  entryAt: instant,
  /** Null where it is not there any more; `archived` says where it went. */
  entry: z
    .strictObject({
      source: z.string(),
      transactionId: z.string(),
      subTransactionId: z.string().nullable(),
      issuer: z.string(),
      subject: z.string(),
      email: z.string(),
      sessionId: z.string(),
      tokenId: z.string(),
      remoteAddress: z.string(),
      route: z.string(),
      permission: z.string(),
      activity: z.string(),
      message: z.string(),
      object: z.string(),
      result: z.string(),
      detail: z.string(),
    })
    .nullable(),
  /** The month (2026-01) with which the entry was archived and dropped. */
  archived: z.string().optional(),
  content: hexHash,
  previousHash: hexHash,
  hash: hexHash,
})
type LinkLine = z.infer<typeof LinkLine>

/** The last line. */
const SignatureLine = z.strictObject({ jws: z.string() })

/** What is signed: what the lines before amount to. */
export const ExportSummary = z.object({
  format: z.literal(exportFormat),
  /** The entries that were asked for: from this instant on, and before that one. */
  from: instant,
  to: instant,
  /** Lines, and how many of them are without their entry. */
  entries: wholeNumber,
  archived: wholeNumber,
  /** The first link and the hash that it follows from; null where the file has none. */
  first: z.object({ number: wholeNumber, previousHash: hexHash }).nullable(),
  /** The last link. */
  head: z.object({ number: wholeNumber, hash: hexHash, at: instant }).nullable(),
  /** The newest time-stamp of a head up to the last link (RFC 3161): its link, its time, and the token in base64. */
  anchor: z
    .object({ number: wholeNumber, hash: hexHash, at: instant, token: z.base64() })
    .nullable()
    .optional(),
  /** Of all bytes before the last line. */
  sha256: hexHash,
  exportedBy: z.string(),
  exportedAt: instant,
  transactionId: z.string(),
})
export type ExportSummary = z.infer<typeof ExportSummary>

/** A link's line without its end. `archived`: the month that explains a missing entry. */
export function lineOf(link: KeptLink, previousHash: string, archived: string | undefined): string {
  const line: LinkLine = {
    number: link.number,
    at: link.at,
    entryId: link.entry_id,
    entryAt: link.entry_at,
    entry: link.entry ? entryOf(link.entry) : null,
    ...(archived === undefined ? {} : { archived }),
    content: link.content,
    previousHash,
    hash: link.hash,
  }
  return inert(JSON.stringify(line))
}

const entryOf = (entry: ProvenEntry): NonNullable<LinkLine['entry']> => ({
  source: entry.source,
  transactionId: entry.transaction_id,
  subTransactionId: entry.sub_transaction_id,
  issuer: entry.issuer,
  subject: entry.subject,
  email: entry.email,
  sessionId: entry.session_id,
  tokenId: entry.token_id,
  remoteAddress: entry.remote_address,
  route: entry.route,
  permission: entry.permission,
  activity: entry.activity,
  message: entry.message,
  object: entry.object,
  result: entry.result,
  detail: entry.detail,
})

/** What JSON leaves as it is and a terminal or an editor would obey: DEL, C1, line separators, changes of direction. */
const inert = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const signatureLineOf = (jws: string): string => JSON.stringify({ jws })

interface ReadLine {
  link: KeptLink
  previousHash: string
  archived: string | undefined
}

/** A link's line, read again; undefined where it is none. */
export function readLinkLine(text: string): ReadLine | undefined {
  const parsed = LinkLine.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { number, at, entryId, entryAt, entry, archived, content, previousHash, hash } = parsed.data
  const link: KeptLink = {
    number,
    at,
    entry_id: entryId,
    entry_at: entryAt,
    content,
    hash,
    entry: entry
      ? {
          id: entryId,
          at: entryAt,
          source: entry.source,
          transaction_id: entry.transactionId,
          sub_transaction_id: entry.subTransactionId,
          issuer: entry.issuer,
          subject: entry.subject,
          email: entry.email,
          session_id: entry.sessionId,
          token_id: entry.tokenId,
          remote_address: entry.remoteAddress,
          route: entry.route,
          permission: entry.permission,
          activity: entry.activity,
          message: entry.message,
          object: entry.object,
          result: entry.result,
          detail: entry.detail,
        }
      : undefined,
  }
  return { link, previousHash, archived }
}

/** The JWS of a last line; undefined where the line is none. */
export function readSignatureLine(text: string): string | undefined {
  return SignatureLine.safeParse(parseJson(text)).data?.jws
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
