import { Readable } from 'node:stream'
import { calls } from '@support-console/contract'
import { readHead } from '../../platform/audit/chain.ts'
import { exportTrail } from '../../platform/audit/export-trail.ts'
import { NoSigningKey, openSigningKey, type SigningKey } from '../../platform/audit/signing-key.ts'
import type { Api } from '../../platform/http/api.ts'
import { recordRead } from '../../platform/http/record-read.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { localTimeOf, nextDay } from '../../platform/local-time.ts'
import { Problem } from '../../platform/problem.ts'

/** What an auditor takes along (D19): the trail of some days, signed, and where the chain stands. */
export function registerExport(api: Api): void {
  const { db, clock, config } = api.platform
  const signingKey = createKeyKeeper(() => openSigningKey(config))

  registerCall(api, calls.exportUserActions, async (context) => {
    const { query, user, transactionId, signal } = context
    const local = localTimeOf(query.timeZone, query.timeOffset ?? 0)
    const { sDate = '', eDate = '' } = query
    const key = await signingKey().catch((error: unknown) => {
      throw error instanceof NoSigningKey ? new Problem('Unavailable', error.message) : error
    })
    const [from, to] = [local.startOfDay(sDate), local.startOfDay(nextDay(eDate))]
    // A read, but who took the trail along is to be found in it, by whatever program (D18).
    await recordRead(api, calls.exportUserActions, context, {
      message: `Export the audit trail from ${sDate} to ${eDate}`,
      detail: `entries from ${from.toISOString()} to before ${to.toISOString()}`,
    })
    const trail = exportTrail(db, {
      from,
      to,
      key,
      exportedBy: user.email,
      exportedAt: clock.now(),
      transactionId,
      signal,
    })
    // So that a database that does not answer is noticed before the first byte.
    const first = await trail.next()
    async function* bytes() {
      if (first.done) return
      yield first.value
      yield* trail
    }
    const name = sDate === eDate ? `audit-${sDate}.ndjson` : `audit-${sDate}-to-${eDate}.ndjson`
    return { file: { name, content: Readable.from(bytes(), { objectMode: false }) } }
  })

  registerCall(api, calls.getAuditTrail, async () => {
    const head = await readHead(db)
    const key = await signingKey().catch((error: unknown) => {
      if (error instanceof NoSigningKey) return null
      throw error
    })
    return {
      data: {
        head: head ? { number: head.number, hash: head.hash, date: head.at.toISOString() } : null,
        key: key && { thumbprint: key.thumbprint, jwk: key.jwk },
      },
    }
  })
}

/** Opened when it is first asked for, and again after a failure, which someone may have mended. */
function createKeyKeeper(open: () => Promise<SigningKey>): () => Promise<SigningKey> {
  let kept: Promise<SigningKey> | undefined
  return () => {
    kept ??= open().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
