import { createHash } from 'node:crypto'
import { type PanelService, panelServices } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { insertRows } from './insert-rows.ts'
import type { SeedPart } from './seed.ts'

type PanelInfo = Selectable<Tables['panel']>['panel_info']

interface DemoPanel {
  cloud_id: string
  company_id: number
  remote_id: string | null
  flagged: boolean
  panel_info: PanelInfo
}

const models = ['SP-200', 'SP-400', 'SP-600']
const firmwares = ['3.8.2', '3.9.0', '3.9.4', '4.0.1']

/** The demo world's 2,000 panels: some that show something, and generated ones. */
export const panelsSeed: SeedPart = {
  name: 'panels',
  async run(trx, moment) {
    const now = moment.getTime()
    const { from, to } = world.generatedPanels
    const generated = Array.from({ length: to - from + 1 }, (_, i) => generatedPanel(from + i, now))
    await insertRows(trx, 'panel', [...world.panels.map((panel) => namedPanel(panel, now)), ...generated])
  },
}

function namedPanel(panel: (typeof world.panels)[number], now: number): DemoPanel {
  return {
    cloud_id: panel.cloudId,
    company_id: panel.companyId,
    remote_id: panel.remoteId,
    flagged: panel.flagged,
    panel_info: panelInfo(panel.cloudId, {
      physicalPanelId: panel.physicalPanelId,
      services: panelServices.filter((service) => panel.services.includes(service)),
      connectedBefore: panel.connected ? now : undefined,
    }),
  }
}

function generatedPanel(n: number, now: number): DemoPanel {
  const cloudId = `CBS${String(n).padStart(7, '0')}`
  const { fromCompanyId, toCompanyId } = world.generatedCompanies
  const draw = numberOf(`services ${cloudId}`)
  return {
    cloud_id: cloudId,
    company_id: fromCompanyId + (n % (toCompanyId - fromCompanyId + 1)),
    remote_id: `RP-${String(n).padStart(6, '0')}`,
    flagged: false,
    panel_info: panelInfo(cloudId, {
      physicalPanelId: physicalIdOf(n),
      // Most have all three, some one or two, few none.
      services: panelServices.filter((_service, i) => draw % 10 < 6 || (draw >> (4 + i)) % 2 === 1),
      connectedBefore: n % 50 === 9 ? undefined : now,
    }),
  }
}

/** See `about` in world.json: the field makes the same ids by itself. */
function physicalIdOf(n: number): string {
  const first = Number((BigInt(n) * 2_654_435_761n) & 0xffff_ffffn)
  const last = (n * 40_503) % 0x100_0000
  return `${first.toString(16).padStart(8, '0')}-8b86-d011-b42d-00c04f${last.toString(16).padStart(6, '0')}`
}

function panelInfo(
  cloudId: string,
  facts: { physicalPanelId: string; services: PanelService[]; connectedBefore: number | undefined },
): PanelInfo {
  const draw = numberOf(`info ${cloudId}`)
  const hour = 3_600_000
  return {
    model: models[draw % models.length],
    firmware: firmwares[(draw >> 4) % firmwares.length],
    physicalPanelId: facts.physicalPanelId,
    ...(facts.connectedBefore !== undefined && {
      lastConnected: new Date(facts.connectedBefore - (draw % (72 * hour))).toISOString(),
    }),
    serviceStates: panelServices.map((serviceName) => ({
      serviceName,
      activated: facts.services.includes(serviceName),
    })),
  }
}

/** The same number for the same name, from 0 to 2^31. */
const numberOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1
