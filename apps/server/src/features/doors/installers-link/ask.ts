import { calls, type Diagnosis } from '@support-console/contract'
import { within } from '../../../platform/clock.ts'
import type { Api } from '../../../platform/http/api.ts'
import { runCall } from '../../../platform/http/run-call.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { type LinkRow, rightsNow } from './installers-link.store.ts'
import { nothingKnown, type Told, toldOf } from './told.ts'

/** Between two questions for the page of a link, on each server: many may have it open. */
const askEveryMs = 30_000
/** So old an answer says nothing of now. */
const countsMs = 180_000
/** So long a first opening waits, before it shows that it asks. */
const firstWaitMs = 200
/** So long the systems have, in seconds. */
const answerSeconds = 10

interface Asking {
  begunAt: number
  run: Promise<void>
  told?: { told: Told; at: number }
}

/** What is told of the panels of links: the diagnosis of its page, asked behind people, at most so often. */
export function createAsking(api: Api) {
  const { clock, log, db } = api.platform
  const askings = new Map<string, Asking>()

  async function ask(row: LinkRow): Promise<Told> {
    const held = await rightsNow(db, row)
    const user: User = {
      issuer: 'installers-link',
      subject: row.link_id,
      email: '',
      sessionId: '',
      tokenId: '',
      roles: [],
      issuedAt: Math.floor(row.created_at.getTime() / 1000),
      expiresAt: Math.floor(row.until_at.getTime() / 1000),
      may: (permission) => held?.has(permission) ?? false,
    }
    const transactionId = crypto.randomUUID()
    const answer = await runCall(api, calls.diagnosePanel, {
      transactionId,
      scope: { transactionId, isPatient: true },
      isNamed: false,
      remoteAddress: '',
      address: `/api/diagnosis/v1/panels/${row.cloud_id}`,
      params: { cloudId: row.cloud_id },
      query: { within: String(answerSeconds) },
      respondAsync: false,
      who: async () => user,
    })
    if (!('data' in answer)) throw new Error('a diagnosis was asked for, and something else came')
    return toldOf(answer.data as Diagnosis)
  }

  function begin(row: LinkRow, before: Asking | undefined): Asking {
    const asking: Asking = {
      begunAt: clock.elapsed(),
      run: ask(row)
        .then((told) => {
          asking.told = { told, at: clock.elapsed() }
        })
        .catch((error: unknown) => log.warn({ err: error }, 'the panel of a link cannot be asked about')),
      ...(before?.told && { told: before.told }),
    }
    for (const [linkId, { begunAt }] of askings)
      if (clock.elapsed() - begunAt > countsMs) askings.delete(linkId)
    askings.set(row.link_id, asking)
    return asking
  }

  return {
    async told(row: LinkRow): Promise<Told> {
      const before = askings.get(row.link_id)
      const isDue = !before || clock.elapsed() - before.begunAt >= askEveryMs
      const asking = isDue ? begin(row, before) : before
      const isKnown = () => asking.told !== undefined && clock.elapsed() - asking.told.at < countsMs
      let isAsking = !isKnown()
      if (isAsking)
        await within(clock, firstWaitMs, asking.run)
          .then(() => {
            isAsking = false
          })
          .catch(() => {})
      if (asking.told && isKnown()) return asking.told.told
      return nothingKnown(isAsking ? 'asking' : 'unknown')
    },
    /** What is under way. */
    ended: () => Promise.all([...askings.values()].map(({ run }) => run)),
  }
}
