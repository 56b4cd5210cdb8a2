export type { CauseRow } from './cause.ts'
export { companyStatesOf } from './company-state.ts'
export { compareStates, foldCounts, keepAfterCrash } from './mend-states.ts'
export { type PanelStateRow, panelStateSql, panelStatesOf, seenSql, toPanelState } from './panel-state.ts'
export { flapsSince, panelWordOf } from './panel-word.ts'
export {
  type AgentView,
  type Receiver,
  readReceivers,
  receiverStateIn,
  receiverStatesOf,
} from './receiver-state.ts'
export { carrierOfSim, type SimStateRow, simStateSql, simStatesOf, toSimState } from './sim-state.ts'
export { filterColumns, type StateFilterRow, stateColumns } from './state-cells.ts'
export { type Verdicts, verdictsFor } from './verdicts.ts'
export {
  agentCountsMs,
  createViews,
  noCompanyState,
  noPanelState,
  noSimState,
  type StateSettings,
  staleAfterMs,
  type View,
  type Views,
} from './view.ts'
