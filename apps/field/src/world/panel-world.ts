import type { Store } from '../store/store.ts'
import { type Environment, environments, type SeededPanel, seedPanels } from './panels.ts'
import { type Present, usual } from './present.ts'

export { type Environment, environments, type SeededPanel } from './panels.ts'

/** Whether the Remote Portal lets a panel be managed, and since when. */
export interface PanelManagement {
  disabled: boolean
  changedAt: Date
}

/** The demo world's panels as the Remote Portal and Pathfinder keep them. */
export interface PanelWorld {
  withRemoteId(remoteId: string): SeededPanel | undefined
  /** Only panels that have connected (lower case, no braces). */
  withPhysicalId(physicalId: string): SeededPanel | undefined
  /** The panel that has this id of any kind and has connected in the environment. */
  connectedAs(id: string, environment: Environment): SeededPanel | undefined
  managementOf(panel: SeededPanel): PanelManagement
  /** Setting what is set already changes nothing, not even the time. */
  setManagement(panel: SeededPanel, disabled: boolean): void
  environmentOf(panel: SeededPanel): { environment: Environment; changedAt: Date }
  /** Points the panel elsewhere; it calls there at once and is known there from then on. */
  pointTo(panel: SeededPanel, environment: Environment): void
}

/** Seeded facts with the changes laid on top, and over them what is present just now. */
export function openPanelWorld(store: Store, present: Present = usual): PanelWorld {
  store.define(`
    CREATE TABLE IF NOT EXISTS panel_management (
      cloud_id TEXT PRIMARY KEY, disabled INTEGER NOT NULL, at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS panel_environment (
      id INTEGER PRIMARY KEY, cloud_id TEXT NOT NULL, environment TEXT NOT NULL, at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS panel_environment_panel ON panel_environment (cloud_id, id)`)
  const panels = seedPanels()
  const firstStart = store.keep('first-start', present.now)
  const byRemoteId = new Map(panels.flatMap((panel) => (panel.remoteId ? [[panel.remoteId, panel]] : [])))
  const connected = panels.filter((panel) => panel.connected)
  const byPhysicalId = new Map(connected.map((panel) => [panel.physicalId, panel]))
  const byAnyId = new Map(
    connected.flatMap((panel) =>
      [panel.cloudId, panel.physicalId, panel.productId, panel.deviceId].map((id) => [id, panel] as const),
    ),
  )

  /** What went to PROD was in TEST before, to be tried out. */
  const firstConnectedIn = ({ environment }: SeededPanel): string[] =>
    environment === 'PROD' ? ['TEST', 'PROD'] : [environment]

  const managementOf = (panel: SeededPanel): PanelManagement => {
    const row = store.get<{ disabled: number; at: number }>(
      'SELECT disabled, at FROM panel_management WHERE cloud_id = ?',
      panel.cloudId,
    )
    return {
      disabled:
        present.panel(panel.cloudId)?.managementDisabled ??
        (row ? row.disabled === 1 : panel.managementDisabled),
      changedAt: new Date(present.panel(panel.cloudId)?.managementChangedAt ?? row?.at ?? firstStart),
    }
  }
  /** Where it was pointed since the demo began, newest first. */
  const pointings = (panel: SeededPanel) =>
    store.all<{ environment: string; at: number }>(
      'SELECT environment, at FROM panel_environment WHERE cloud_id = ? ORDER BY id DESC',
      panel.cloudId,
    )

  return {
    withRemoteId: (remoteId) => byRemoteId.get(remoteId),
    withPhysicalId: (physicalId) => byPhysicalId.get(physicalId),
    connectedAs(id, environment) {
      const panel = byAnyId.get(id)
      if (!panel) return undefined
      const pointed = pointings(panel).map((pointing) => pointing.environment)
      const now = present.panel(panel.cloudId)?.environment
      return [...firstConnectedIn(panel), ...pointed, now].includes(environment) ? panel : undefined
    },
    managementOf,
    setManagement(panel, disabled) {
      if (managementOf(panel).disabled === disabled) return
      store.run(
        `INSERT INTO panel_management (cloud_id, disabled, at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET disabled = excluded.disabled, at = excluded.at`,
        panel.cloudId,
        disabled ? 1 : 0,
        present.now(),
      )
    },
    environmentOf(panel) {
      const last = pointings(panel)[0]
      const environment =
        present.panel(panel.cloudId)?.environment ??
        environments.find((each) => each === last?.environment) ??
        panel.environment
      const changedAt = present.panel(panel.cloudId)?.environmentChangedAt ?? last?.at ?? firstStart
      return { environment, changedAt: new Date(changedAt) }
    },
    pointTo(panel, environment) {
      store.run(
        'INSERT INTO panel_environment (cloud_id, environment, at) VALUES (?, ?, ?)',
        panel.cloudId,
        environment,
        present.now(),
      )
    },
  }
}
