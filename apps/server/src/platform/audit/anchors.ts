import type { X509Certificate } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Counter, Gauge } from 'prom-client'
import { type Clock, timeLimit } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import type { Logger } from '../logging/logger.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import { readHead } from './chain.ts'
import type { FaultList } from './fault-list.ts'
import type { KeptLink } from './read-links.ts'
import { checkToken, NoTimeStamp, timeStampQuery, tokenOf } from './time-stamp.ts'

const minute = 60_000
/** So far the database's clock and the time-stamp server's may be apart. */
const tolerance = 5 * minute
const patience = 15_000

/** A head of the chain that someone outside has seen: an RFC 3161 time-stamp of its hash. */
interface Anchor {
  number: number
  /** 64 hexadecimal digits. */
  hash: string
  at: Date
  /** The time-stamp token (DER). */
  token: Uint8Array
}

interface AnchorTable {
  number: number
  hash: Uint8Array
  at: Date
  token: Uint8Array
}

declare module '../database/tables.ts' {
  interface Tables {
    audit_anchor: AnchorTable
  }
}

/** The newest one, of a link up to this number. */
export const newestAnchor = async (
  db: Kysely<Tables>,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<Anchor | undefined> => (await readAnchors(db, { from: 0, upTo, order: sql`desc limit 1` }))[0]

async function readAnchors(
  db: Kysely<Tables>,
  { from, upTo, order = sql`` }: { from: number; upTo: number; order?: ReturnType<typeof sql> },
): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select number, encode(hash, 'hex') as hash, at, token from audit_anchor
    where number >= ${from} and number <= ${upTo} order by number ${order}`.execute(db)
  return rows
}

interface Parts {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
  metrics: { auditAnchor: Gauge; auditAnchorFailures: Counter }
  config: Pick<PlatformSettings, 'auditTimeStamps'>
}

/**
 * Has the head of the chain time-stamped, where it moved and an hour is over since the last time. What it throws is
 * counted; called again a few minutes later, it tries again.
 */
export function createAnchoring({ db, clock, log, metrics, config }: Parts): () => Promise<void> {
  const { url, roots } = config.auditTimeStamps
  return async () => {
    if (url === '') return
    const newest = await newestAnchor(db)
    if (newest && clock.now().getTime() - newest.at.getTime() < 60 * minute) return
    const head = await readHead(db)
    if (!head || head.number === newest?.number) return
    const { number, hash } = head
    const limit = timeLimit(clock, patience)
    try {
      const { bytes, nonce } = timeStampQuery(hash)
      const token = tokenOf(await ask(url, bytes, limit.signal))
      const stamp = checkToken(token, hash, roots)
      if (stamp.nonce !== nonce) throw new NoTimeStamp('it is not the answer to what was asked.')
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      const apart = Math.abs(stamp.at.getTime() - (rows[0]?.now.getTime() ?? 0))
      if (apart > tolerance)
        throw new NoTimeStamp(
          `its clock and the database's are ${Math.round(apart / 1000)} s apart, at most 300 s will do.`,
        )
      await sql`
        insert into audit_anchor (number, hash, at, token)
        values (${number}, decode(${hash}, 'hex'), ${stamp.at}, ${token}) on conflict do nothing`.execute(db)
      metrics.auditAnchor.set(number)
      // Beside the heads: who reaches the database may take a time-stamp out of it.
      log.info({ number, hash, at: stamp.at, token: token.toString('base64') }, 'audit chain anchored')
    } catch (error) {
      metrics.auditAnchorFailures.inc()
      throw error instanceof NoTimeStamp
        ? new NoTimeStamp(`The head of the audit chain was not time-stamped at ${url}: ${error.message}`)
        : error
    } finally {
      limit.stop()
    }
  }
}

const mostBytes = 100_000

async function ask(url: string, query: Buffer, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(query),
    redirect: 'error',
    signal,
  }).catch((error: Error) => {
    throw new NoTimeStamp(
      `there was no answer (${(error.cause as Error | undefined)?.message ?? error.message}).`,
    )
  })
  if (!response.ok) throw new NoTimeStamp(`the answer was HTTP ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > mostBytes) throw new NoTimeStamp('the answer is too large.')
  return bytes
}

/** What the check found of the time-stamps. */
export interface CheckedAnchors {
  many: number
  newest: Pick<Anchor, 'number' | 'at'> | undefined
  /** It is known who may have made them. */
  isProven: boolean
}

/** Holds the links of a walk along the whole chain against the time-stamps of its heads. */
export function createAnchorCheck(db: Kysely<Tables>, faults: FaultList, roots: readonly X509Certificate[]) {
  let many = 0
  let newest: Anchor | undefined
  let last = 0

  function judge(anchor: Anchor, link: KeptLink | undefined): void {
    const { number, hash, at } = anchor
    const stamped = `time-stamped at ${at.toISOString()}`
    many++
    newest = anchor
    if (link && link.hash !== hash)
      faults.add(
        `The chain was rebuilt: link ${number} has the hash ${link.hash}, and ${hash} was ${stamped}.`,
      )
    if (link && Date.parse(link.at) > at.getTime() + tolerance)
      faults.add(`Link ${number} bears the time ${link.at}, but was ${stamped} already.`)
    try {
      const stamp = checkToken(anchor.token, hash, roots)
      if (stamp.at.getTime() !== at.getTime()) throw new NoTimeStamp('it bears another time.')
    } catch (error) {
      faults.add(`The time-stamp of link ${number} does not hold: ${(error as Error).message}`)
    }
  }

  return {
    /** The next links, in the order of their numbers. */
    async take(page: readonly KeptLink[]): Promise<void> {
      const [first, end] = [page[0], page.at(-1)]
      if (!first || !end) return
      const byNumber = new Map(page.map((link) => [link.number, link]))
      // What came in right behind a head that was time-stamped must not be older than the time-stamp.
      if (newest && newest.number === first.number - 1) notBefore(newest, first)
      for (const anchor of await readAnchors(db, { from: last + 1, upTo: end.number })) {
        judge(anchor, byNumber.get(anchor.number))
        const next = byNumber.get(anchor.number + 1)
        if (next) notBefore(anchor, next)
      }
      last = end.number
    },
    /** After the last link. */
    async end(): Promise<CheckedAnchors> {
      for (const anchor of await readAnchors(db, { from: last + 1, upTo: Number.MAX_SAFE_INTEGER })) {
        judge(anchor, undefined)
        faults.add(
          `The tail after link ${last} was cut: link ${anchor.number} (${anchor.hash}) was time-stamped at ${anchor.at.toISOString()}.`,
        )
      }
      return { many, newest, isProven: many > 0 && roots.length > 0 && faults.count === 0 }
    },
  }

  function notBefore({ number, at }: Anchor, next: KeptLink): void {
    if (Date.parse(next.at) < at.getTime() - tolerance)
      faults.add(
        `Link ${next.number} bears the time ${next.at}, but link ${number} was still the last one at ${at.toISOString()}: it was put in later.`,
      )
  }
}
