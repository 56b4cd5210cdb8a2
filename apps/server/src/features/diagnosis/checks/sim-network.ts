import { addresses, includedBytes, networkModelNames, pageOf, usedPercent } from '@support-console/contract'
import { ask, by, type Check, fine, ofSim } from '../check.ts'
import { type FactValues, knownOf } from '../facts.ts'

/** How much of what its plan includes a SIM used, in %; null: its plan does not say how much that is. */
export function usedOfPlan({ lines }: NonNullable<FactValues['billing']>): number | null {
  const included = includedBytes(lines.map(({ plan }) => plan).join(', '))
  if (included === null) return null
  return usedPercent(
    lines.reduce((sum, { bytes }) => sum + bytes, 0),
    included,
  )
}

/** What a SIM needs so that it can be reached, and what it may cost. */
export const simNetworkChecks: readonly Check[] = [
  {
    code: 'sim-network-model',
    title: 'Network model',
    mostly: 'may-stop',
    followsFrom: [],
    scope: ofSim,
    applies: ({ vpn }) => knownOf(vpn) !== null,
    needs: ({ vpn }) => [vpn],
    judge({ vpn, iccid }) {
      const models = knownOf(vpn)
      if (!models) return undefined
      const { own, company } = models
      const word = (model: typeof own) => (model ? networkModelNames[model] : 'none')
      const evidence = [
        by(vpn, 'Network model', word(own)),
        by(vpn, "Company's network model", word(company)),
      ]
      if (own && (company === null || own === company)) return fine(`It is ${word(own)}.`, ...evidence)
      return {
        state: 'wrong',
        effect: own ? 'beside' : 'may-stop',
        title: own ? "Another network model than its company's" : 'No network model',
        sentence: own
          ? `The SIM has the network model ${word(own)}, and its company ${word(company)}.`
          : 'Neither the SIM nor its company has a network model.',
        evidence,
        next: [{ text: 'Open in SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) }],
      }
    },
  },
  {
    code: 'sim-vpn-account',
    title: 'VPN account',
    mostly: 'may-stop',
    followsFrom: [],
    acts: 'at the next session',
    scope: ofSim,
    // Others need none.
    applies: ({ sim, vpn }) =>
      knownOf(sim) !== null && (vpn.is !== 'known' || vpn.value?.own === 'TIER3_STANDARD'),
    needs: ({ vpn }) => [vpn],
    judge({ vpn, iccid }) {
      const has = knownOf(vpn)?.has
      if (!has) return undefined
      const parts = Object.entries(has)
      const evidence = parts.map(([what, isThere]) => by(vpn, `VPN ${what}`, isThere ? 'present' : 'missing'))
      const missing = parts.filter(([, isThere]) => !isThere).map(([what]) => what)
      if (missing.length === 0) return fine('It has its VPN account.', ...evidence)
      return {
        state: 'wrong',
        title: 'VPN account incomplete',
        sentence: `The SIM's VPN account lacks its ${missing.join(' and its ')}.`,
        evidence,
        next: [{ text: 'Open in SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) }],
      }
    },
  },
  {
    code: 'sim-usage',
    title: 'Usage against the thresholds',
    mostly: 'may-stop',
    followsFrom: [],
    scope: ofSim,
    // A company that monitors no usage has said that it does not matter; of what was neither told nor billed of late nothing follows.
    applies: ({ sim, company, billing }) =>
      knownOf(sim) !== null &&
      knownOf(billing) !== null &&
      (company.is !== 'known' || company.value?.usage_monitoring_enabled === true),
    needs: ({ company, billing }) => [company, billing],
    judge({ company, billing, iccid }) {
      const limits = knownOf(company)
      const billed = knownOf(billing)
      if (!limits || !billed) return undefined
      const { lines, days } = billed
      const month = `${billed.year}-${String(billed.month).padStart(2, '0')}`
      const time = days ? `from ${days.from} to ${days.to}` : `in ${month}`
      const evidence = lines.map(({ plan, bytes }) => by(billing, `${plan}, ${month}`, `${bytes} bytes`))
      const percent = usedOfPlan(billed)
      if (percent === null)
        return {
          state: 'unknown',
          sentence: `The plans billed for ${month} do not say how much they include, so there is nothing to compare.`,
          evidence: [...evidence, by(billing, 'Included', 'not known')],
        }
      const { alert_threshold_percent: alert, warning_threshold_percent: warning } = limits
      evidence.push(
        by(billing, 'Used', `${percent} %`),
        by(company, 'Thresholds', `warning ${warning} %, alert ${alert} %`),
      )
      if (percent < warning)
        return fine(`${percent} % of what its plan includes was used ${time}.`, ...evidence)
      return {
        state: 'wrong',
        // A carrier may bar what has used up its plan.
        effect: percent < 100 ? 'beside' : 'may-stop',
        title: percent < alert ? 'Usage above the warning threshold' : 'Usage above the alert threshold',
        sentence: `The SIM used ${percent} % of what its plan includes ${time}, and its company's ${percent < alert ? 'warning' : 'alert'} threshold is ${percent < alert ? warning : alert} %.`,
        evidence,
        next: [{ text: 'Open the SIM', path: pageOf('sim', iccid ?? '') }],
        step: ask('Ask the installer what the panel sends, and the carrier for a larger plan.'),
      }
    },
  },
]
