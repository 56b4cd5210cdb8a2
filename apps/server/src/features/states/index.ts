export { compareStates, foldCounts } from './mend-states.ts'
export type { CauseRow } from './cause.ts'
export { companyStatesOf } from './company-state.ts'
export { type PanelStateRow, panelStateSql, panelStatesOf, seenSql, toPanelState } from './panel-state.ts'
export { flapsSince, panelWordOf } from './panel-word.ts'
export { receiverStatesOf } from './receiver-state.ts'
export { type SimStateRow, simStateSql, simStatesOf, toSimState } from './sim-state.ts'
export { filterColumns, type StateFilterRow, stateColumns } from './state-cells.ts'
export { carrierSql } from './thing-state.schema.ts'
export { type Verdicts, verdictsFor } from './verdicts.ts'
export {
  createViews,
  noCompanyState,
  noPanelState,
  noSimState,
  type StateSettings,
  staleAfterMs,
  type View,
  type Views,
} from './view.ts'
