import {
  type CompanyState,
  type Environment,
  factRights,
  type PanelState,
  type SimState,
} from '@support-console/contract'
import { currentWork } from '../../platform/database/work.ts'
import type { Platform } from '../../platform/platform.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { WebConnectTimes } from '../webconnect/index.ts'

/** Who looks at states, and when: what they may not be told decides nothing (D45), and what is old is not fresh. */
export interface View {
  may: May
  now: Date
  /** The environment that this console is of. */
  host: Environment
  /** A look at a container that is older than this says nothing of now. */
  staleAfterMs: number
  /** A CSR agent was heard of within this, or is not. */
  agentCountsMs: number
}

/** How long what a neighbour last said of a SIM counts, and whether it has a session. */
export const simCountsMs = 24 * 3600_000
export const onlineCountsMs = 3600_000

export const staleAfterMs = ({ intervalMs }: Pick<WebConnectTimes, 'intervalMs'>) =>
  Math.max(3 * intervalMs, 5 * 60_000)

/** An agent that was not heard for three rounds does not answer. */
export const agentCountsMs = ({ statusMs }: { statusMs: number }) => Math.max(3 * statusMs, 5 * 60_000)

export interface StateSettings {
  webConnect: Pick<WebConnectTimes, 'intervalMs'>
  csr: { statusMs: number }
}

export type Views = (user: { may: May }) => View

/** At a moment of the past nothing is told of what is not kept: who was a user of a company then. */
export const createViews =
  ({ clock, config }: Pick<Platform, 'clock' | 'config'>, { webConnect, csr }: StateSettings): Views =>
  ({ may }) => ({
    may:
      currentWork()?.moment === undefined
        ? may
        : (right) => right !== factRights.usersOfCompany && may(right),
    now: clock.now(),
    host: config.environment,
    staleAfterMs: staleAfterMs(webConnect),
    agentCountsMs: agentCountsMs(csr),
  })

/** Where nothing is known of a thing, or may be told. */
const nothing = {
  state: 'not-known',
  online: null,
  since: null,
  at: null,
  source: '',
  isFresh: false,
  cause: null,
  counts: null,
} as const
export const noSimState: SimState = { ...nothing, facts: [] }
export const noPanelState: PanelState = { ...nothing, facts: [] }
export const noCompanyState: CompanyState = { ...nothing, facts: [] }
