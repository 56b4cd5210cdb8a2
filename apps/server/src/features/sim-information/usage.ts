import {
  factRights,
  includedBytes,
  type SimUsage,
  usageLevel,
  usedPercent,
  vendorOf,
} from '@support-console/contract'
import { type LastSaid, lastSaidOf } from '../../platform/observations/observations.store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { ask } from '../../systems/ask.ts'
import type { Carrier, CarrierUsage } from '../../systems/carriers/carrier.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { findSim } from '../sims/index.ts'
import { fieldsOfUsage, knownDays, usageOf, usageSource, withEarlierDays } from './kept-usage.ts'
import { billedMonths, thresholdsOf } from './usage.store.ts'

interface UsageParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>
  neighbours: Neighbours
}

interface Question {
  simId: string
  look: 'now' | 'if-old' | undefined
  signal: AbortSignal
  may: May
}

/** Carriers count on a few times a day: what one told so lately is not asked for again by itself. */
const COUNTS_FOR_MS = 30 * 60_000
const MONTHS_BILLED = 12
const DAY = 86_400_000

/** What a SIM used (D51): by its carrier where that tells it, and by its bills; against its company's thresholds. */
export async function readUsage(
  parts: UsageParts,
  { simId, look, signal, may }: Question,
): Promise<SimUsage> {
  const { db, clock } = parts.platform
  const sim = await findSim(db, simId)
  const vendorCode = vendorOf(simId, sim?.vendorCode)
  const carrier = vendorCode && parts.neighbours.carriers[vendorCode]
  const companyId = sim?.company?.companyId
  const [said, billed, thresholds] = await Promise.all([
    lastSaidOf(db, 'sim', [simId], may),
    billedMonths(db, simId, MONTHS_BILLED),
    companyId !== undefined && may(factRights.company) ? thresholdsOf(db, companyId) : null,
  ])
  const billedPlan = billed.at(-1)?.plan ?? ''
  const kept = said.find(({ source }) => carrier && source === usageSource(carrier.name))
  const asked =
    carrier && wants(look, kept, clock.now())
      ? await askFor(parts, carrier, { simId, kept, billedPlan, signal })
      : null
  const { told, unanswered } = asked ?? wordsOf(kept)
  const included = includedBytes(told?.plan || billedPlan)
  const figure = presentFigure({ told, billed }, clock.now())
  return {
    simId,
    carrier: carrier?.name ?? '',
    isTold: carrier?.readUsage !== undefined,
    told,
    unanswered,
    billed,
    includedBytes: included,
    thresholds,
    level:
      figure && included && thresholds?.isMonitored
        ? usageLevel(usedPercent(figure.usedBytes, included), thresholds)
        : null,
    now: clock.now().toISOString(),
  }
}

function wants(look: Question['look'], kept: LastSaid | undefined, now: Date): boolean {
  if (look !== 'if-old') return look === 'now'
  const lately = (at: Date | null | undefined) => at != null && now.getTime() - at.getTime() < COUNTS_FOR_MS
  return !lately(kept?.askedAt)
}

/** What counts for now: a period that has not ended anywhere, else a bill of the last months. */
function presentFigure({ told, billed }: Pick<SimUsage, 'told' | 'billed'>, now: Date) {
  if (told) return Date.parse(told.to) + 2 * DAY > now.getTime() ? told : undefined
  const bill = billed.at(-1)
  const months = bill && (now.getUTCFullYear() - bill.year) * 12 + now.getUTCMonth() + 1 - bill.month
  return months !== undefined && months < 3 ? bill : undefined
}

type Words = Pick<SimUsage, 'told' | 'unanswered'>

const toldOf = (usage: CarrierUsage, at: string): SimUsage['told'] => ({
  from: usage.from,
  to: usage.to,
  usedBytes: Math.round(usage.usedBytes),
  plan: usage.plan,
  days: knownDays(usage),
  at,
})

function wordsOf(kept: LastSaid | undefined): Words {
  const usage = usageOf(kept?.fields)
  const unanswered = kept?.unanswered
  return {
    told: usage && kept?.askedAt ? toldOf(usage, kept.askedAt.toISOString()) : null,
    unanswered: unanswered
      ? { askedAt: unanswered.at.toISOString(), status: unanswered.status, message: unanswered.problem }
      : null,
  }
}

/** Asks the carrier, and keeps what it says. Without an answer what was kept stands. */
async function askFor(
  { platform }: UsageParts,
  { name, readUsage }: Carrier,
  {
    simId,
    kept,
    billedPlan,
    signal,
  }: Pick<Question, 'simId' | 'signal'> & {
    kept: LastSaid | undefined
    billedPlan: string
  },
): Promise<Words | null> {
  if (!readUsage) return null
  const { data, report } = await ask(
    { platform, signal },
    name,
    async () => withEarlierDays(await readUsage(simId, { signal }), kept, platform.clock.now()),
    {
      kind: 'sim',
      id: simId,
      source: usageSource(name),
      fields: (usage) => fieldsOfUsage(usage, includedBytes(usage.plan || billedPlan)),
    },
  )
  if (data) return { told: toldOf(data, report.askedAt), unanswered: null }
  const { askedAt, status, message } = report
  return { told: wordsOf(kept).told, unanswered: { askedAt, status, message } }
}
