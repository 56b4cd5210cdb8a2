import { factRights, type PanelConnection, type WebConnectMetric } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { lastSaidOf } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { receiversInError, recentDeployments, releasesPastConsole } from '../csr/index.ts'
import { idsOfPanel, panelsByCloudId } from '../panels/index.ts'
import { connectionsOf, panelsWithSims } from '../things/index.ts'
import { lastSessionOf, readMetrics } from '../webconnect/index.ts'
import { type Facts, type FactValues, rightOf, type SessionTimes, sourceOf } from './facts.ts'
import { comingsOf } from './read-common.ts'
import { type Kept, type KeptParts, known } from './read-kept.ts'

const noSession: SessionTimes = { connectedAt: null, sentAt: null, receivedAt: null, status: '' }

const panelFacts = [
  'panel',
  'panelCompany',
  'connection',
  'container',
  'containers',
  'deployments',
  'receiversInError',
  'commonCauses',
  'others',
  'reconnects',
  'absences',
  'ownSimIn',
] as const
type PanelFactName = (typeof panelFacts)[number]

/**
 * Of panels, by cloud ID.
 * @param may what the reader may: what they may not read decides nothing, not even which IDs or SIM a panel has (D45)
 * @param isOne read what takes a look into the pages of a container, too
 */
export async function readKeptPanels(
  { platform: { db, clock }, times, agentCountsMs }: KeptParts,
  cloudIds: string[],
  { may, isOne }: { may: May; isOne: boolean },
): Promise<Map<string, Kept<PanelFactName>>> {
  const now = clock.now()
  const [rows, connections, containers, deployments, past, inError, sims, companies] = await Promise.all([
    panelsByCloudId(db, cloudIds),
    connectionsOf(db, cloudIds, may),
    readMetrics(db, { withConnections: false, silentMinutes: times.silentMinutes }),
    recentDeployments(db, new Date(now.getTime() - 48 * 3600_000)),
    releasesPastConsole(db, new Date(now.getTime() - 48 * 3600_000)),
    receiversInError(db, { now, agentCountsMs }),
    simsIn(db, cloudIds),
    companiesOfPanels(db, cloudIds),
  ])
  const ownSims = await panelsWithSims(
    db,
    [...new Set([...sims.values()].flatMap(([first = '']) => first))],
    may,
  )
  const panels = new Map(rows.map((row) => [row.cloudId, row]))
  const physicalIds = new Map(
    await Promise.all(
      rows.map(async ({ cloudId, panelInfo }) => {
        const physicalId = panelInfo.physicalPanelId
        if (typeof physicalId === 'string' && physicalId !== '')
          return [cloudId, physicalId.toLowerCase()] as const
        return [cloudId, isOne ? ((await idsOfPanel(db, cloudId, may))[1] ?? '') : ''] as const
      }),
    ),
  )
  const said = Map.groupBy(
    await lastSaidOf(db, 'panel', [...cloudIds, ...[...physicalIds.values()].filter(Boolean)], may),
    ({ id }) => id,
  )
  const comings = await comingsOf(db, may(rightOf('commonCauses')) ? cloudIds : [], {
    now,
    companyOf: (cloudId) => companies.get(cloudId)?.name ?? '',
  })
  // Of nothing that was ever looked at nothing follows.
  const hasTold = containers.some(({ updateDate }) => updateDate !== null)
  const kept = new Map<string, Kept<PanelFactName>>()
  for (const cloudId of cloudIds) {
    const connection = connections.get(cloudId) ?? null
    const isThere = isOne && connection !== null && connection.state !== 'gone'
    const session = isThere ? await lastSessionOf(db, connection.container, cloudId) : noSession
    const physicalId = physicalIds.get(cloudId) ?? ''
    const { seenUntil } = comings(cloudId)
    const own = {
      cloudId,
      connection,
      session: { ...session, seenUntil },
      physicalId,
      row: panels.get(cloudId),
    }
    const sim = { sims: sims.get(cloudId) ?? [], ownSims, company: companies.get(cloudId) ?? null }
    kept.set(cloudId, {
      said: [...(said.get(cloudId) ?? []), ...(said.get(physicalId) ?? [])],
      facts: {
        ...factsOfInventory({ ...own, ...sim }, now.toISOString()),
        ...factsOfSession({ ...own, containers, hasTold }, now.toISOString()),
        commonCauses: known('commonCauses', comings(cloudId).commonCauses, now.toISOString()),
        others: known('others', comings(cloudId).others, now.toISOString()),
        reconnects: known('reconnects', comings(cloudId).reconnects, now.toISOString()),
        absences: known('absences', comings(cloudId).absences, now.toISOString()),
        deployments: known(
          'deployments',
          [
            ...deployments.map((deployment) => ({
              ...deployment,
              begunAt: deployment.begunAt.toISOString(),
              endedAt: deployment.endedAt?.toISOString() ?? null,
              panelsBeforeAt: deployment.panelsBeforeAt?.toISOString() ?? null,
              email: may(factRights.userAction) ? deployment.email : null,
            })),
            ...past.map(({ server, toRelease, at, notAt }) => ({
              ...{ server, toRelease, state: 'seen', email: null, transactionId: null },
              ...{ begunAt: (notAt ?? at).toISOString(), endedAt: at.toISOString() },
              ...{ panelsBefore: null, panelsAfter: null, panelsBeforeAt: null, panelsAfterAt: null },
            })),
          ],
          now.toISOString(),
        ),
        receiversInError: known('receiversInError', inError, now.toISOString()),
      },
    })
  }
  return kept
}

interface OfPanel {
  cloudId: string
  row: Awaited<ReturnType<typeof panelsByCloudId>>[number] | undefined
  connection: PanelConnection | null
  session: SessionTimes & { seenUntil: string | null }
  physicalId: string
}
type PanelCompany = NonNullable<FactValues['panelCompany']> & { panelUpdatedAt: Date; receiver: string }

/** What the inventory has of the panel, its company and the SIM in it. */
function factsOfInventory(
  {
    row,
    physicalId,
    sims,
    ownSims,
    company,
  }: OfPanel & {
    sims: readonly string[]
    ownSims: ReadonlyMap<string, FactValues['ownSimIn']>
    company: PanelCompany | null
  },
  at: string,
): Pick<Facts, 'panel' | 'panelCompany' | 'ownSimIn'> {
  const panel = row && {
    companyName: row.companyName,
    companySapNumber: row.companySapNumber,
    remoteId: row.remoteId,
    services: row.panelInfo.serviceStates,
    physicalId,
    sims,
    updatedAt: company?.panelUpdatedAt.toISOString() ?? null,
    receiver: company?.receiver ?? '',
  }
  return {
    panel: known('panel', panel ?? null, at),
    panelCompany: known('panelCompany', company?.companyId == null ? null : company, at),
    ownSimIn: known('ownSimIn', ownSims.get(sims[0] ?? '') ?? [], at),
  }
}

/** What WebConnect last told of the panel and of its container. */
function factsOfSession(
  {
    connection,
    session,
    containers,
    hasTold,
  }: OfPanel & {
    containers: readonly WebConnectMetric[]
    hasTold: boolean
  },
  at: string,
): Pick<Facts, 'connection' | 'container' | 'containers'> {
  const container = containers.find(({ containerName }) => containerName === connection?.container) ?? null
  const failing = containers.filter(({ problem }) => problem !== '').length
  const source = sourceOf('connection')
  return {
    connection:
      connection || hasTold
        ? known('connection', connection && { ...connection, ...session }, connection?.saidAt ?? null)
        : {
            is: 'unanswered',
            how: 'no-answer',
            source,
            at: null,
            why: 'WebConnect has not reported anything yet.',
          },
    container: known('container', container, container?.checkedAt ?? null),
    containers: known('containers', { all: containers.length, failing }, at),
  }
}

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

/** The companies of these panels, as far as they are set up for panels. */
async function companiesOfPanels(db: Db, cloudIds: readonly string[]) {
  const { rows } = await sql<
    NonNullable<FactValues['panelCompany']> & {
      cloudId: string
      companyId: number | null
      panelUpdatedAt: Date
      receiver: string
    }
  >`
    select cloud_id as "cloudId", company.id as "companyId", company.name, panel.update_date as "panelUpdatedAt", receiver,
      webconnect_mobile_enabled as "webconnectMobileEnabled", use_connector_service as "useConnectorService",
      allow_cbs_auth_for_cloud_panel_connections as "allowCBSAuthforClouldPanelConnections"
    from panel left join company on company.id = panel.company_id where cloud_id = any(${cloudIds}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ cloudId, ...company }) => [cloudId, company]))
}
