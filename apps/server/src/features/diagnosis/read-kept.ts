import { carrierNames, includedBytes, vendorOf } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import {
  changesOfThings,
  type LastSaid,
  lastSaidOf,
  type ObservedChange,
} from '../../platform/observations/observations.store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { lastBilledMonths, presentUsage } from '../sim-information/index.ts'
import { lastDeactivations } from '../sim-management/index.ts'
import { findSims, type InventorySim } from '../sims/index.ts'
import { panelsWithSims } from '../things/index.ts'
import type { WebConnectTimes } from '../webconnect/index.ts'
import { type FactName, type Facts, type FactValues, type Known, sourceOf } from './facts.ts'
import type { Pulses } from './keep-pulse.ts'

export interface KeptParts {
  platform: Pick<Platform, 'db' | 'clock' | 'config'>
  /** When WebConnect's words are too old. */
  times: WebConnectTimes
  /** How long the word of a CSR agent counts. */
  agentCountsMs: number
  pulses: Pulses
}

/** What our own database knows, of many things as of one: the facts that need no neighbour, and what neighbours last said. */
export interface Kept<Name extends FactName> {
  facts: Pick<Facts, Name>
  said: readonly LastSaid[]
}

const simFacts = [
  'sim',
  'usability',
  'vpn',
  'company',
  'deactivation',
  'billing',
  'pulse',
  'changes',
  'seenIn',
] as const
type SimFactName = (typeof simFacts)[number]

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Of SIMs, by ICCID. */
export async function readKeptSims(
  { platform: { db, clock }, pulses }: KeptParts,
  iccids: readonly string[],
  may: May,
): Promise<Map<string, Kept<SimFactName>>> {
  const now = clock.now()
  const at = now.toISOString()
  const months = [0, 1, 2].map((back) => {
    const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    return { year: then.getUTCFullYear(), month: then.getUTCMonth() + 1 }
  })
  const since = new Date(now.getTime() - 30 * 24 * 3600_000)
  const fields = [...firstFields, 'imei']
  const [sims, deactivations, billed, changes, said, panels] = await Promise.all([
    findSims(db, iccids),
    lastDeactivations(db, iccids),
    lastBilledMonths(db, iccids, months),
    changesOfThings(db, 'sim', { ids: iccids, fields, since }),
    lastSaidOf(db, 'sim', iccids, may),
    panelsWithSims(db, iccids, may),
  ])
  const companies = await companiesOf(
    db,
    [...sims.values()].flatMap(({ company }) => company?.companyId ?? []),
  )
  return new Map(
    iccids.map((iccid) => {
      const sim = sims.get(iccid)
      const order = deactivations.get(iccid)
      const vendorCode = vendorOf(iccid, sim?.vendorCode)
      const company = sim?.company && companies.get(sim.company.companyId)
      const own = said.filter(({ id }) => id === iccid)
      const usage = vendorCode && toldUsage(own, carrierNames[vendorCode], now)
      return [
        iccid,
        {
          said: own,
          facts: {
            sim: known('sim', sim ? simOf(sim) : null, at),
            usability: known('usability', sim?.usable ?? null, at),
            vpn: known('vpn', sim ? vpnOf(sim) : null, at),
            company: known('company', company ?? null, at),
            deactivation: known('deactivation', order ? { ...order, at: order.at.toISOString() } : null, at),
            billing: usage ?? known('billing', billed.get(iccid) ?? null, at),
            seenIn: known('seenIn', panels.get(iccid) ?? [], at),
            pulse: known('pulse', pulses.of(vendorCode ? carrierNames[vendorCode] : '', iccid), at),
            changes: known(
              'changes',
              withFirsts(
                changes.filter(({ id }) => id === iccid),
                own,
              ),
              at,
            ),
          },
        },
      ]
    }),
  )
}

/** Of these it is told since when they are so. */
const firstFields = ['deviceStatus', 'onlineStatus'] as const

/** What never changed since a source first told it is a change from nothing: it has been so since then, or earlier. */
const withFirsts = (changes: readonly ObservedChange[], said: readonly LastSaid[]): ObservedChange[] => [
  ...changes,
  ...said.flatMap(({ id, source, fields, firstAt }) =>
    firstFields.flatMap((field) => {
      const after = fields?.[field]
      const isKnown = changes.some((change) => change.source === source && change.field === field)
      return after && firstAt && !isKnown
        ? [{ id, source, field, before: '', after, at: firstAt, notAt: null }]
        : []
    }),
  ),
]

/** What the carrier told of the present period, where its plan says how much it includes. */
function toldUsage(
  said: readonly LastSaid[],
  carrier: string,
  now: Date,
): Known<FactValues['billing']> | undefined {
  const usage = presentUsage(said, carrier, now)
  if (!usage || includedBytes(usage.plan) === null) return undefined
  const { from, to, plan, usedBytes: bytes, at } = usage
  const [year = 0, month = 0] = from.split('-').map(Number)
  return {
    is: 'known',
    source: carrier,
    at,
    value: { year, month, lines: [{ plan, bytes }], days: { from, to } },
  }
}

export const known = <Name extends FactName>(
  name: Name,
  value: FactValues[Name],
  at: string | null,
): Known<FactValues[Name]> => ({ is: 'known', value, source: sourceOf(name), at })

const simOf = ({ vendorCode, deactivatedAt, company }: InventorySim): FactValues['sim'] => ({
  vendorCode,
  deactivatedAt: iso(deactivatedAt),
  companyName: company?.name ?? '',
  sapCompanyId: company?.sapCompanyId ?? '',
})

const vpnOf = (sim: InventorySim): FactValues['vpn'] => ({
  own: sim.networkModel,
  company: sim.companyNetworkModel,
  has: {
    gateway: sim.vpnGateway !== '',
    'user name': sim.vpnUserName !== '',
    password: sim.vpnPassword !== '',
  },
})

async function companiesOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number } & NonNullable<FactValues['company']>>`
    select id, id as "companyId", name, usage_monitoring_enabled, alert_threshold_percent, warning_threshold_percent, mnvos_in_use as "mnvOsInUse",
      array(select network::text from company_subnet where company_id = company.id order by subnet_id) as subnets
    from company where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...company }) => [id, company]))
}
