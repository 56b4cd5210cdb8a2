import { panelFindingCodes } from '@support-console/contract'
import type { Check } from '../check.ts'
import { carrierChecks } from './carrier.ts'
import { containerChecks, silenceChecks } from './connection.ts'
import { panelChecks } from './panel.ts'
import { simInventoryChecks, simNetworkChecks } from './sim-inventory.ts'
import { simSourceChecks } from './sim-sources.ts'

const all = new Map(
  [
    ...panelChecks,
    ...containerChecks,
    ...simInventoryChecks,
    ...carrierChecks,
    ...simSourceChecks,
    ...simNetworkChecks,
    ...silenceChecks,
  ].map((check) => [check.code, check]),
)

/** All checks, in the order of dependence that the contract has. */
export const checks: readonly Check[] = panelFindingCodes.map((code) => {
  const check = all.get(code)
  if (!check) throw new Error(`${code} has no check`)
  return check
})
