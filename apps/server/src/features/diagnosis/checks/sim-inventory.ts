import { addresses, bareNumber, networkModelNames, pageOf } from '@support-console/contract'
import { by, type Check, fine } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { namesOf, saidBy } from './sim-sources.ts'

const hasSim = ({ sim }: Facts) => knownOf(sim) !== null
const isUnderWay = (state: string) => ['ready', 'asking', 'waiting', 'settling'].includes(state)

/** What our inventory holds of the SIM, and what the console itself has done to it. */
export const simInventoryChecks: readonly Check[] = [
  {
    code: 'sim-unknown',
    title: 'Known to the inventory',
    dependsOn: [],
    needs: ({ sim, carrier, mobileBroker, connector }) =>
      knownOf(sim) ? [sim] : [sim, carrier, mobileBroker, connector],
    judge(facts) {
      const { sim, iccid } = facts
      const found = knownOf(sim)
      if (found) return fine('The inventory has it.', by(sim, 'SIM', iccid ?? ''))
      if (found === undefined) return undefined
      const said = saidBy(facts)
      const knowers = said.filter(({ says }) => says !== null)
      const evidence = [
        by(sim, 'SIM', 'not found'),
        ...said.map(({ fact, says }) => by(fact, 'SIM', says ? 'known' : 'not found')),
      ]
      const next = [{ text: 'Search for it', path: addresses.searchMany() }]
      if (knowers.length > 0)
        return {
          state: 'warning',
          title: 'Not in the inventory',
          sentence: `The inventory does not have SIM ${iccid}, though ${namesOf(knowers)} ${knowers.length > 1 ? 'know' : 'knows'} it.`,
          evidence,
          next,
        }
      if (said.length < 3) return undefined
      return { state: 'fault', title: 'Unknown SIM', sentence: 'No source knows this SIM.', evidence, next }
    },
  },
  {
    code: 'sim-company',
    title: 'Company agrees',
    dependsOn: [],
    applies: hasSim,
    needs: ({ sim, connector, cloudId, panel }) => [sim, connector, ...(cloudId === null ? [] : [panel])],
    judge({ sim, connector, panel, cloudId, iccid }) {
      const own = knownOf(sim)
      if (!own) return undefined
      const { companyName, sapCompanyId } = own
      const evidence = [by(sim, 'Company', sapCompanyId ? `${companyName} (SAP ${sapCompanyId})` : 'none')]
      const next = [
        sapCompanyId
          ? { text: 'Open the company', path: addresses.companyOfNumber(sapCompanyId) }
          : { text: 'Open the SIM', path: pageOf('sim', iccid ?? '') },
      ]
      if (sapCompanyId === '')
        return {
          state: 'warning',
          title: 'Belongs to no company',
          sentence: 'The inventory names no company for the SIM.',
          evidence,
          next,
        }
      const panels = cloudId === null ? undefined : knownOf(panel)
      if (panels?.companySapNumber && bareNumber(panels.companySapNumber) !== bareNumber(sapCompanyId))
        return {
          state: 'warning',
          title: "Another company than the panel's",
          sentence: `The SIM belongs to ${companyName}, and its panel to ${panels.companyName}.`,
          evidence: [
            ...evidence,
            by(panel, "Panel's company", `${panels.companyName} (SAP ${panels.companySapNumber})`),
          ],
          next,
        }
      const told = knownOf(connector)
      if (told === undefined) return undefined
      const other = told?.sapCompanyId ?? ''
      evidence.push(
        by(connector, 'Company', other ? `${told?.companyName || 'no name'} (SAP ${other})` : 'none'),
      )
      if (other === '')
        return {
          state: 'unknown',
          sentence: 'Connector names no company for it, so there is nothing to compare.',
          evidence,
          next,
        }
      if (bareNumber(other) === bareNumber(sapCompanyId))
        return fine(`The inventory and Connector say ${companyName}.`, ...evidence)
      return {
        state: 'warning',
        title: 'Company differs',
        sentence: `The inventory says that the SIM belongs to ${companyName}, and Connector says ${told?.companyName || `SAP ${other}`}.`,
        evidence,
        next,
      }
    },
  },
  {
    code: 'sim-unusable',
    title: 'Usable',
    dependsOn: [],
    applies: hasSim,
    needs: ({ usability }) => [usability],
    judge({ usability, iccid }) {
      const isUsable = knownOf(usability)
      if (isUsable === undefined) return undefined
      if (isUsable === null)
        return {
          state: 'unknown',
          sentence: 'The inventory does not say whether the SIM is usable.',
          evidence: [by(usability, 'Usability', 'not known')],
        }
      if (isUsable) return fine('It may be given to a panel.', by(usability, 'Usability', 'Usable'))
      return {
        state: 'warning',
        title: 'Marked unusable',
        sentence: 'The SIM is marked unusable in the inventory: it must not be given to a panel.',
        evidence: [by(usability, 'Usability', 'Unusable')],
        next: [
          { text: 'Look at it on SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) },
        ],
      }
    },
  },
  {
    code: 'sim-deactivation',
    title: 'No deactivation',
    dependsOn: [],
    applies: hasSim,
    needs: ({ sim, deactivation, carrier }) =>
      knownOf(sim)?.deactivatedAt ? [sim, deactivation, carrier] : [sim, deactivation],
    judge({ sim, deactivation, carrier, iccid }) {
      const own = knownOf(sim)
      const order = knownOf(deactivation)
      if (!own) return undefined
      const next = [
        { text: 'Look at it on SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) },
      ]
      const evidence = order ? [by(deactivation, 'Deactivation', `${order.state}, ${order.at}`)] : []
      if (order && isUnderWay(order.state))
        return {
          state: 'fault',
          title: 'A deactivation under way',
          sentence: `A deactivation of the SIM is under way since ${order.at}.`,
          evidence,
          next,
        }
      if (own.deactivatedAt) {
        // Somebody may have activated it again elsewhere: that is its carrier's to say.
        if (carrier.is === 'waiting') return undefined
        const isActive = knownOf(carrier)?.deviceStatus === 'Active'
        evidence.push({
          source: 'Inventory',
          what: 'Deactivated',
          value: own.deactivatedAt,
          at: own.deactivatedAt,
        })
        return {
          state: isActive ? 'warning' : 'fault',
          title: isActive ? 'Deactivated here, active at the carrier' : 'Deactivated',
          sentence: isActive
            ? `The inventory says that the SIM was deactivated at ${own.deactivatedAt}, and ${carrier.source} says that it is active.`
            : `The SIM was deactivated at ${own.deactivatedAt}, as the inventory says.`,
          evidence,
          next,
        }
      }
      if (order === undefined) return undefined
      if (order?.state === 'unknown')
        return {
          state: 'warning',
          title: 'A deactivation without outcome',
          sentence: `Whether the deactivation of ${order.at} took effect is not known.`,
          evidence,
          next,
        }
      return fine(
        'None is under way or without outcome.',
        by(deactivation, 'Deactivation', order ? `${order.state}, ${order.at}` : 'none'),
      )
    },
  },
]

/** What a SIM needs so that it can be reached, and what it may cost. */
export const simNetworkChecks: readonly Check[] = [
  {
    code: 'sim-network-model',
    title: "Network model present and the company's",
    dependsOn: [],
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
        state: 'warning',
        title: own ? "Another network model than its company's" : 'No network model',
        sentence: own
          ? `The SIM has the network model ${word(own)}, and its company ${word(company)}.`
          : 'Neither the SIM nor its company has a network model.',
        evidence,
        next: [
          { text: 'Look at it on SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) },
        ],
      }
    },
  },
  {
    code: 'sim-vpn-account',
    title: 'VPN account present',
    dependsOn: [],
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
        state: 'warning',
        title: 'VPN account incomplete',
        sentence: `The SIM's VPN account lacks its ${missing.join(' and its ')}.`,
        evidence,
        next: [
          { text: 'Look at it on SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) },
        ],
      }
    },
  },
  {
    code: 'sim-usage',
    title: 'Usage below the thresholds',
    dependsOn: [],
    // A company that monitors no usage has said that it does not matter; of what was not billed of late nothing follows.
    applies: ({ sim, company, billing }) =>
      knownOf(sim) !== null &&
      knownOf(billing) !== null &&
      (company.is !== 'known' || company.value?.usage_monitoring_enabled === true),
    needs: ({ company, billing }) => [company, billing],
    judge({ company, billing, iccid }) {
      const limits = knownOf(company)
      const billed = knownOf(billing)
      if (!limits || !billed) return undefined
      const month = `${billed.year}-${String(billed.month).padStart(2, '0')}`
      const { lines } = billed
      const evidence = lines.map(({ plan, bytes }) => by(billing, `${plan}, ${month}`, `${bytes} bytes`))
      const included = lines.reduce((sum, { plan }) => sum + includedBytes(plan), 0)
      if (included === 0)
        return {
          state: 'unknown',
          sentence: `The plans billed for ${month} do not say how much they include, so there is nothing to compare.`,
          evidence: [...evidence, by(billing, 'Included', 'not known')],
        }
      const percent = Math.round((lines.reduce((sum, { bytes }) => sum + bytes, 0) / included) * 100)
      const { alert_threshold_percent: alert, warning_threshold_percent: warning } = limits
      evidence.push(
        by(billing, 'Used', `${percent} %`),
        by(company, 'Thresholds', `warning ${warning} %, alert ${alert} %`),
      )
      if (percent < warning)
        return fine(`${percent} % of what its plan includes was used in ${month}.`, ...evidence)
      return {
        state: 'warning',
        title: percent < alert ? 'Usage above the warning threshold' : 'Usage above the alert threshold',
        sentence: `The SIM used ${percent} % of what its plan includes in ${month}, and its company's ${percent < alert ? 'warning' : 'alert'} threshold is ${percent < alert ? warning : alert} %.`,
        evidence,
        next: [{ text: 'Open the SIM', path: pageOf('sim', iccid ?? '') }],
      }
    },
  },
]

const units = { KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const

/** What a plan includes, where its name says so: 'Alarm 5MB'. */
function includedBytes(plan: string): number {
  const [, amount, unit] = /(?<![\w.])(\d+(?:\.\d+)?) ?(KB|MB|GB)\b/i.exec(plan) ?? []
  return amount && unit ? Number(amount) * units[unit.toUpperCase() as keyof typeof units] : 0
}
