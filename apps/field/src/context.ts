import type { IncomingMessage } from 'node:http'
import type { Note } from './control/request-log.ts'
import type { Delays } from './delays.ts'
import type { Store } from './store/store.ts'
import type { Living } from './world/living.ts'
import type { PanelWorld } from './world/panel-world.ts'
import type { World } from './world/world.ts'

/** What every system of the field is given. */
export interface Context {
  store: Store
  world: World
  panels: PanelWorld
  /** What has happened and will, and the world's clock. */
  living: Living
  delays: Delays
  /** How many calls AT&T allows. */
  attCallsPerSecond: number
  note(request: IncomingMessage, note: Note): void
}
