import world from '@support-console/demo-world/world.json' with { type: 'json' }

export const environments = ['PROD', 'TEST', 'DEV'] as const
export type Environment = (typeof environments)[number]

/** A panel as the demo world begins; what changed later is in `panel-world.ts`. */
export interface SeededPanel {
  cloudId: string
  /** A GUID in lower case without braces. */
  physicalId: string
  productId: string
  deviceId: string
  /** Null: it is in no Remote Portal. */
  remoteId: string | null
  managementDisabled: boolean
  environment: Environment
  /** Whether it has ever called; only then Pathfinder and the device domain know it. */
  connected: boolean
  /** What a named panel of the demo world shows, or 'generated'. */
  shows: string
}

/** Expands the fixed facts of the demo world into whole panels: the same ones on every machine. */
export function seedPanels(): SeededPanel[] {
  const { from, to } = world.generatedPanels
  const generated = Array.from({ length: to - from + 1 }, (_, index) => generatedPanel(from + index))
  return [...world.panels.map(namedPanel), ...generated]
}

function namedPanel(panel: (typeof world.panels)[number]): SeededPanel {
  return {
    cloudId: panel.cloudId,
    physicalId: panel.physicalPanelId,
    ...deviceIds(Number(panel.cloudId.slice(3))),
    remoteId: panel.remoteId,
    managementDisabled: panel.flagged,
    environment: environmentNamed(panel.environment),
    connected: panel.connected,
    shows: panel.shows,
  }
}

function generatedPanel(n: number): SeededPanel {
  return {
    cloudId: `CBS${digits(n, 7)}`,
    physicalId: generatedPhysicalId(n),
    ...deviceIds(n),
    remoteId: `RP-${digits(n, 6)}`,
    managementDisabled: false,
    environment: n % 50 === 7 ? 'PROD' : n % 50 === 13 ? 'DEV' : 'TEST',
    connected: n % 50 !== 9,
    shows: 'generated',
  }
}

/** Both factors are odd, so no two numbers share a remainder. */
function generatedPhysicalId(n: number): string {
  const hex = (value: bigint, length: number) => value.toString(16).padStart(length, '0')
  const first = (BigInt(n) * 2_654_435_761n) % 2n ** 32n
  const last = (BigInt(n) * 40_503n) % 2n ** 24n
  return `${hex(first, 8)}-8b86-d011-b42d-00c04f${hex(last, 6)}`
}

/** What only the device domain knows: the product ID (PID) and the device ID. */
const deviceIds = (n: number) => ({ productId: `PID${digits(n, 8)}`, deviceId: `DEV-${digits(n, 8)}` })

const digits = (n: number, length: number) => String(n).padStart(length, '0')

function environmentNamed(text: string): Environment {
  const found = environments.find((each) => each === text.toUpperCase())
  if (!found) throw new Error(`world.json has an unknown environment '${text}'`)
  return found
}
