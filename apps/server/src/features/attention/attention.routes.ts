import {
  calls,
  factRights,
  type Limits,
  mostEndedOutages,
  rightOfSource,
  type Thing,
  thing,
} from '@support-console/contract'
import { currentWork } from '../../platform/database/work.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Standing } from '../../platform/outbound/index.ts'
import type { May, User } from '../../platform/sign-on/user.ts'
import { coverageOf } from '../fleet/index.ts'
import { activePlans, lastingOutages, outagesBetween } from '../outages/index.ts'
import { type Receiver, readReceivers } from '../states/index.ts'
import { silentNow } from '../webconnect/index.ts'
import { type Beside, nothingBeside, readNeeded } from './attention.store.ts'
import { panelsBehind } from './panels-behind.ts'
import type { Fault } from './source.ts'
import { findRow, giveBack, readTaken, take } from './taken.ts'
import { troublesSource } from './troubles.ts'

/** What was computed within this, in milliseconds, is how it is. */
const currentMs = 120_000
/** What was over within this stands on Home. */
const endedMs = 24 * 3600_000

/** Beside the rows: how far 'nothing' is known. */
interface LimitParts {
  standing: Pick<Standing, 'asked'>
  agentCountsMs: number
  /** When all SIMs are looked at next; null: never by itself. */
  nextLook: (now: Date) => Date | null
}

export function registerAttention(api: Api, { standing, agentCountsMs, nextLook }: LimitParts): void {
  const { db, clock } = api.platform
  const limitsFor = async (may: May): Promise<Limits | null> => {
    if (currentWork()?.moment !== undefined) return null
    const now = clock.now()
    const [panels, coverage, receivers, failing] = await Promise.all([
      may(factRights.session) ? silentNow(db, now) : null,
      may(factRights.sim) ? coverageOf(api.platform) : null,
      may(factRights.deployment) ? readReceivers(db, { now, agentCountsMs }) : null,
      troublesSource(db, now),
    ])
    const sum = (of: 'sims' | 'within') => coverage?.rows.reduce((all, row) => all + row[of], 0) ?? 0
    const nextAt = nextLook(now)?.toISOString() ?? null
    const mayBeTold = (system: string) => {
      const right = rightOfSource(system)
      return right !== undefined && may(right)
    }
    const troubled = failing.flatMap(({ what: { name } }) => (mayBeTold(name) ? name : []))
    return {
      panels,
      sims: coverage && { seen: sum('within'), all: sum('sims'), nextAt },
      receivers: receivers && standingsOf(receivers),
      systems: {
        asked: new Set([...standing.asked().filter(mayBeTold), ...troubled]).size,
        failing: troubled,
      },
    }
  }
  const endedOf = (may: May) => {
    const to = clock.now()
    const from = new Date(to.getTime() - endedMs)
    return outagesBetween(db, may, { from, to, most: mostEndedOutages, isOver: true })
  }
  const besideOf = async (user: User): Promise<Beside> => {
    const [lasting, plans, taken] = await Promise.all([
      lastingOutages(db),
      activePlans(db, clock.now()),
      readTaken(db, user),
    ])
    return { lasting, plans, taken }
  }
  registerCall(api, calls.listAttention, async ({ user }) => {
    const isOfNow = currentWork()?.moment === undefined
    const beside = isOfNow ? await besideOf(user) : nothingBeside
    const [{ rows, setAside, more, lookedAt }, limits, ended] = await Promise.all([
      readNeeded(db, user.may, beside),
      limitsFor(user.may),
      isOfNow ? endedOf(user.may) : [],
    ])
    return {
      data: {
        rows,
        setAside,
        more,
        asOf: lookedAt?.toISOString() ?? null,
        isCurrent: lookedAt !== null && clock.now().getTime() - lookedAt.getTime() < currentMs,
        limits,
        ended,
      },
    }
  })
  registerCall(api, calls.listAttentionPanels, async ({ query, user }) => ({
    data: await panelsBehind(db, query.key, user.may),
  }))

  registerCall(api, calls.takeAttention, async ({ body, user, transactionId }, work) => {
    const what = await findRow(db, body.key, user)
    return work.finish(async (trx) => {
      await take(trx, body, user, clock.now())
      return {
        data: null,
        message: 'You have it. Everyone who can see this row sees so.',
        entry: {
          message: `Take in hand: ${sayRow(what)}`,
          object: objectOf(what, transactionId),
          detail: body.word,
        },
      }
    })
  })

  registerCall(api, calls.giveBackAttention, async ({ body, user, transactionId }, work) => {
    const what = await findRow(db, body.key, user)
    return work.finish(async (trx) => {
      await giveBack(trx, body.key)
      return {
        data: null,
        message: 'No one has it in hand now.',
        entry: { message: `Give back: ${sayRow(what)}`, object: objectOf(what, transactionId) },
      }
    })
  })
}

/** 'outage of container webconnect-3' */
const sayRow = ({ code, of }: Fault): string => [code, 'of', of.kind, of.id].filter(Boolean).join(' ')

/** As the trail names it, where it does. */
function objectOf({ of: { kind, id } }: Fault, transactionId: string): Thing {
  const named = kind === 'container' || kind === 'company' || kind === 'panel' || kind === 'batch'
  return named ? thing(kind, id) : thing('transaction', transactionId)
}

/** The worst first. */
const wrongStates = ['core-down', 'failed', 'other-release'] as const

function standingsOf(receivers: readonly Receiver[]): NonNullable<Limits['receivers']> {
  const named = (...states: readonly string[]) =>
    receivers.flatMap(({ server, stands }) => (states.includes(stands.state) ? server : []))
  const heard = receivers.flatMap(({ agent_at: at }) => at ?? [])
  return {
    all: receivers.length,
    wrong: wrongStates.flatMap((state) => named(state)),
    unheard: named('does-not-answer', 'never-heard'),
    heardAt: heard.length > 0 ? new Date(Math.max(...heard.map(Number))).toISOString() : null,
  }
}
