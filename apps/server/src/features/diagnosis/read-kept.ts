import { carrierNames, vendorOf } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { changesOfThings, type LastSaid, lastSaidOf } from '../../platform/observations/observations.store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { recentDeployments } from '../csr/index.ts'
import { idsOfPanel, panelsByCloudId } from '../panels/index.ts'
import { lastBilledMonths } from '../sim-information/index.ts'
import { lastDeactivations } from '../sim-management/index.ts'
import { findSims, type InventorySim } from '../sims/index.ts'
import { connectionsOf, panelsWithSims } from '../things/index.ts'
import { lastReceivedOf, readMetrics, type WebConnectTimes } from '../webconnect/index.ts'
import { type FactName, type Facts, type FactValues, type Known, sourceOf } from './facts.ts'
import type { Pulses } from './keep-pulse.ts'

export interface KeptParts {
  platform: Pick<Platform, 'db' | 'clock' | 'config'>
  /** When WebConnect's words are too old. */
  times: WebConnectTimes
  pulses: Pulses
}

/** What our own database knows, of many things as of one: the facts that need no neighbour, and what neighbours last said. */
export interface Kept<Name extends FactName> {
  facts: Pick<Facts, Name>
  said: readonly LastSaid[]
}

const panelFacts = ['panel', 'connection', 'container', 'deployments'] as const
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
type PanelFactName = (typeof panelFacts)[number]
type SimFactName = (typeof simFacts)[number]

const iso = (at: Date | null) => at?.toISOString() ?? null

/**
 * Of panels, by cloud ID.
 * @param may what the reader may: what they may not read decides nothing, not even which IDs or SIM a panel has (D45)
 * @param isOne read what takes a look into the pages of a container, too
 */
export async function readKeptPanels(
  { platform: { db, clock }, times }: KeptParts,
  cloudIds: string[],
  { may, isOne }: { may: May; isOne: boolean },
): Promise<Map<string, Kept<PanelFactName>>> {
  const now = clock.now()
  const [rows, connections, containers, deployments, sims] = await Promise.all([
    panelsByCloudId(db, cloudIds),
    connectionsOf(db, cloudIds, may),
    readMetrics(db, { withConnections: false, silentMinutes: times.silentMinutes }),
    recentDeployments(db, new Date(now.getTime() - 48 * 3600_000)),
    simsIn(db, cloudIds),
  ])
  const panels = new Map(rows.map((row) => [row.cloudId, row]))
  const physicalIds = new Map(
    await Promise.all(
      rows.map(async ({ cloudId, panelInfo }) => {
        const told = panelInfo.physicalPanelId
        if (typeof told === 'string' && told !== '') return [cloudId, told.toLowerCase()] as const
        return [cloudId, isOne ? ((await idsOfPanel(db, cloudId, may))[1] ?? '') : ''] as const
      }),
    ),
  )
  const said = Map.groupBy(
    await lastSaidOf(db, 'panel', [...cloudIds, ...[...physicalIds.values()].filter(Boolean)], may),
    ({ id }) => id,
  )
  // Of nothing that was ever looked at nothing follows.
  const hasTold = containers.some(({ updateDate }) => updateDate !== null)
  const kept = new Map<string, Kept<PanelFactName>>()
  for (const cloudId of cloudIds) {
    const row = panels.get(cloudId)
    const connection = connections.get(cloudId) ?? null
    const container = containers.find(({ containerName }) => containerName === connection?.container) ?? null
    const receivedAt = isOne && connection ? await lastReceivedOf(db, connection.container, cloudId) : null
    const physicalId = physicalIds.get(cloudId) ?? ''
    kept.set(cloudId, {
      said: [...(said.get(cloudId) ?? []), ...(said.get(physicalId) ?? [])],
      facts: {
        panel: known(
          'panel',
          row
            ? {
                companyName: row.companyName,
                companySapNumber: row.companySapNumber,
                remoteId: row.remoteId,
                services: row.panelInfo.serviceStates,
                physicalId,
                sims: sims.get(cloudId) ?? [],
              }
            : null,
          now.toISOString(),
        ),
        connection:
          connection || hasTold
            ? known('connection', connection && { ...connection, receivedAt }, connection?.saidAt ?? null)
            : {
                is: 'unanswered',
                source: sourceOf('connection'),
                at: null,
                why: 'WebConnect has told nothing yet.',
              },
        container: known('container', container, container?.checkedAt ?? null),
        deployments: known(
          'deployments',
          deployments.map((each) => ({
            ...each,
            begunAt: each.begunAt.toISOString(),
            endedAt: iso(each.endedAt),
          })),
          now.toISOString(),
        ),
      },
    })
  }
  return kept
}

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
  const fields = ['deviceStatus', 'imei']
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
      return [
        iccid,
        {
          said: said.filter(({ id }) => id === iccid),
          facts: {
            sim: known('sim', sim ? simOf(sim) : null, at),
            usability: known('usability', sim?.usable ?? null, at),
            vpn: known('vpn', sim ? vpnOf(sim) : null, at),
            company: known('company', company ?? null, at),
            deactivation: known('deactivation', order ? { ...order, at: order.at.toISOString() } : null, at),
            billing: known('billing', billed.get(iccid) ?? null, at),
            seenIn: known('seenIn', panels.get(iccid) ?? [], at),
            pulse: known('pulse', pulses.of(vendorCode ? carrierNames[vendorCode] : '', iccid), at),
            changes: known(
              'changes',
              changes.filter(({ id }) => id === iccid),
              at,
            ),
          },
        },
      ]
    }),
  )
}

const known = <Name extends FactName>(
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

/** The SIMs that the inventory has in these panels, by cloud ID: those in service first, of them the last changed. */
async function simsIn(db: Db, cloudIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ iccid: string; panel: string }>`
    select iccid, panel from sim where panel = any(${cloudIds}::text[]) and panel <> ''
    order by deactivated_at is not null, update_date desc, iccid`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ panel }) => panel)].map(([panel, sims]) => [
      panel,
      sims.map(({ iccid }) => iccid),
    ]),
  )
}

async function companiesOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number } & NonNullable<FactValues['company']>>`
    select id, usage_monitoring_enabled, alert_threshold_percent, warning_threshold_percent,
      array(select network::text from company_subnet where company_id = company.id order by subnet_id) as subnets
    from company where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...company }) => [id, company]))
}
