import { addresses, bareNumber, pageOf } from '@support-console/contract'
import { changeFor } from '../change-for.ts'
import { ask, by, type Check, fine, ofSim } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { short } from '../in-words.ts'
import { namesOf, saidBy } from './sim-sources.ts'

const hasSim = ({ sim }: Facts) => knownOf(sim) !== null

/** What our inventory holds of the SIM, and what the console itself has done to it. */
export const simInventoryChecks: readonly Check[] = [
  {
    code: 'sim-unknown',
    title: 'SIM in the inventory',
    mostly: 'stops',
    followsFrom: [],
    scope: ofSim,
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
          state: 'wrong',
          effect: 'beside',
          title: 'Not in the inventory',
          sentence: `The inventory does not have SIM ${short(iccid ?? '')}, though ${namesOf(knowers)} ${knowers.length > 1 ? 'know' : 'knows'} it.`,
          evidence,
          next,
          step: ask('Have the SIM imported.', `Please import SIM ${iccid}.`),
        }
      if (said.length < 3) return undefined
      return {
        state: 'wrong',
        title: 'Unknown SIM',
        sentence: `No source knows SIM ${short(iccid ?? '')}.`,
        evidence,
        next,
        step: ask("Ask the installer to read the SIM's number from the card."),
      }
    },
  },
  {
    code: 'sim-company',
    title: 'Company of the SIM',
    mostly: 'beside',
    followsFrom: [],
    scope: ofSim,
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
          state: 'wrong',
          title: 'Belongs to no company',
          sentence: 'The inventory names no company for the SIM.',
          evidence,
          next,
        }
      const panels = cloudId === null ? undefined : knownOf(panel)
      if (panels?.companySapNumber && bareNumber(panels.companySapNumber) !== bareNumber(sapCompanyId))
        return {
          state: 'wrong',
          title: "Another company than the panel's",
          sentence: `The SIM belongs to ${companyName}, and its panel to ${panels.companyName}.`,
          evidence: [
            ...evidence,
            by(panel, "Panel's company", `${panels.companyName} (SAP ${panels.companySapNumber})`),
          ],
          next,
        }
      const connectorWord = knownOf(connector)
      if (connectorWord === undefined) return undefined
      const other = connectorWord?.sapCompanyId ?? ''
      evidence.push(
        by(
          connector,
          'Company',
          other ? `${connectorWord?.companyName || 'no name'} (SAP ${other})` : 'none',
        ),
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
        state: 'wrong',
        title: 'Company differs',
        sentence: `The inventory says that the SIM belongs to ${companyName}, and Connector says ${connectorWord?.companyName || `SAP ${other}`}.`,
        evidence,
        next,
      }
    },
  },
  {
    code: 'sim-unusable',
    title: 'Usability',
    mostly: 'beside',
    followsFrom: [],
    scope: ofSim,
    applies: hasSim,
    needs: ({ usability }) => [usability],
    judge(facts) {
      const { usability, iccid } = facts
      const isUsable = knownOf(usability)
      if (isUsable === undefined) return undefined
      if (isUsable === null)
        return {
          state: 'unknown',
          sentence: 'The inventory does not say whether the SIM is usable.',
          evidence: [by(usability, 'Usability', 'not known')],
        }
      if (isUsable) return fine('It is marked usable.', by(usability, 'Usability', 'Usable'))
      return {
        state: 'wrong',
        title: 'Marked unusable',
        sentence: 'The SIM is marked unusable in the inventory.',
        evidence: [by(usability, 'Usability', 'Unusable')],
        ...changeFor(facts, ({ kind }) => kind === 'usability'),
        next: [{ text: 'Open in SIM Management', path: addresses.simManagement({ simId: iccid ?? '' }) }],
      }
    },
  },
]
