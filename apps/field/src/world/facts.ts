import { createHash } from 'node:crypto'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { numberOfText, share } from './chance.ts'
import type { Of } from './events.ts'
import { withCheckDigit } from './generator.ts'
import { iccidOfPanel } from './sims.ts'

/** Where a panel is, and everything that it needs on its way to the receiver. */
export type Facts = Readonly<
  Record<Exclude<keyof Of, 'neighbour' | 'panel'>, string> & { panel: string; number: number }
>

const firmwares = ['3.8.2', '3.9.0', '3.9.4', '4.0.1']
const { fromCompanyId, toCompanyId, firstSapCompanyId } = world.generatedCompanies
const companies = toCompanyId - fromCompanyId + 1
const perRegion = 6
const towns = 60
/** A batch is what was bought at once. */
const perBatch = 100
const namedSims = new Map(
  world.sims.flatMap((sim) => ('panel' in sim ? [[sim.panel, sim.iccid] as const] : [])),
)
const namedPanels = new Map([...namedSims].map(([panel, iccid]) => [iccid, panel]))

export const cloudIdOf = (panel: number): string => `CBS${String(panel).padStart(7, '0')}`
export const numberOfPanel = (cloudId: string): number =>
  /^CBS\d{7}$/.test(cloudId) ? Number(cloudId.slice(3)) : Number.NaN

const simsByPanel: string[] = []
/** They are asked for at each look. */
const mostKept = 20_000

/** The SIM of a panel. */
export function simOfPanel(panel: number): string {
  if (panel >= mostKept) return firstSimOf(panel)
  simsByPanel[panel] ??= firstSimOf(panel)
  return simsByPanel[panel]
}

/** A SIM of its own; of those before the generated ones one for batches; a stranger's beyond the inventory. */
function firstSimOf(panel: number): string {
  const named = namedSims.get(cloudIdOf(panel)) ?? iccidOfPanel(panel)
  if (named) return named
  const [range] = world.simRanges
  return withCheckDigit(
    range && panel < world.generatedPanels.from
      ? `${range.prefix}${String(range.from + panel - 1).padStart(3, '0')}`
      : `89148000009${String(panel).padStart(7, '0')}`,
  )
}

/** The panel that a SIM was put into at first. */
export function panelOfSim(iccid: string): number | undefined {
  const named = namedPanels.get(iccid)
  if (named) return numberOfPanel(named)
  const panel = Number(iccid.slice(11, 18))
  return panel > 0 && simOfPanel(panel) === iccid ? panel : undefined
}

const carriers: Readonly<Record<string, string>> = { '890117': 'ATT', '891480': 'VZN', '893230': 'AERIS' }
export const carrierOfSim = (iccid: string): string => carriers[iccid.slice(0, 6)] ?? 'WYLESS'

/** @param container where it connects */
export function factsOf(panel: number, container: string): Facts {
  return { ...factsOfSim(simOfPanel(panel), panel), panel: cloudIdOf(panel), container }
}

/** Of a SIM in no panel all that goes by the SIM. */
export function factsOfSim(sim: string, panel = numberOfText(sim) % 1_000_000): Facts {
  const company = panel % companies
  const carrier = carrierOfSim(sim)
  return {
    number: panel,
    panel: '',
    container: '',
    sim,
    carrier,
    region: `${carrier.toLowerCase()}-region-${1 + Math.floor(share(panel, 1) * perRegion)}`,
    town: `town-${1 + Math.floor(share(panel, 2) * towns)}`,
    company: panel < fromCompanyId ? '1000001' : String(Number(firstSapCompanyId) + company),
    // As the console's network models go by the place of the company.
    apn: `apn-${1 + (company % 4)}`,
    gateway: `gateway-${1 + (company % 2)}`,
    subnet: `subnet-${company}`,
    firmware: firmwares[(shaOf(`info ${cloudIdOf(panel)}`) >> 4) % firmwares.length] ?? '',
    batch: `${carrier}-${Math.floor(panel / perBatch)}`,
    receiver: world.csrs[Math.floor(share(company, 3) * world.csrs.length)]?.server ?? '',
  }
}

/** The firmware that the inventory has of it is drawn so. */
const shaOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1

/** Whether a thing is one of those that an event is of. */
export function isOf(facts: Facts, of: Of): boolean {
  for (const name of Object.keys(of) as (keyof Of)[]) {
    if (name === 'neighbour') return false
    const wanted = of[name]
    if (Array.isArray(wanted) ? !wanted.includes(facts[name]) : wanted !== facts[name]) return false
  }
  return true
}
