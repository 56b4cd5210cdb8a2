import { panelFindingCodes } from '@support-console/contract'
import type { Check } from '../check.ts'
import { aroundChecks } from './around.ts'
import { carrierChecks } from './carrier.ts'
import { commonCause } from './common-cause.ts'
import { companyChecks } from './company.ts'
import { containerChecks } from './connection.ts'
import { nightlySilence } from './nightly.ts'
import { panelChecks } from './panel.ts'
import { panelSimChecks } from './panel-sim.ts'
import { recentChangeChecks } from './recent-change.ts'
import { simDeactivationChecks } from './sim-deactivation.ts'
import { simInventoryChecks } from './sim-inventory.ts'
import { simListedChecks } from './sim-listed.ts'
import { simNetworkChecks } from './sim-network.ts'
import { onlineChecks } from './sim-online.ts'
import { simSourceChecks } from './sim-sources.ts'

const all = new Map(
  [
    commonCause,
    nightlySilence,
    ...aroundChecks,
    ...recentChangeChecks,
    ...panelChecks,
    ...companyChecks,
    ...panelSimChecks,
    ...containerChecks,
    ...simInventoryChecks,
    ...simDeactivationChecks,
    ...carrierChecks,
    ...simSourceChecks,
    ...simNetworkChecks,
    ...simListedChecks,
    ...onlineChecks,
  ].map((check) => [check.code, check]),
)

/** All checks, in the order of dependence that the contract has. */
export const checks: readonly Check[] = panelFindingCodes.map((code) => {
  const check = all.get(code)
  if (!check) throw new Error(`${code} has no check`)
  return check
})
