import { addresses, carrierNames } from '@support-console/contract'
import { mvnos } from '@support-console/contract/carriers'
import { changeFor } from '../change-for.ts'
import { by, type Check, fine, goTo } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { inWords } from '../in-words.ts'

const ofCompany = ({ panel, sim }: Facts) => ({
  kind: 'company' as const,
  id: knownOf(panel)?.companyName || knownOf(sim)?.companyName || '',
})
const page = (facts: Facts) =>
  addresses.companyOfNumber(knownOf(facts.panel)?.companySapNumber || knownOf(facts.sim)?.sapCompanyId || '')

/**
 * The switches without which a company's panels cannot connect, as the trail names them. Many companies have some off while their
 * panels report: one is a cause where someone switched it off of late, or the panel has never connected.
 */
const switches = {
  useConnectorService: { words: 'use connector service', says: 'The Connector service' },
  allowCBSAuthforClouldPanelConnections: {
    words: 'allow CBS authentication for cloud panel connections',
    says: 'CBS authentication for cloud panels',
  },
  webconnectMobileEnabled: { words: 'WebConnect mobile enabled', says: 'WebConnect mobile' },
} as const
type Switch = keyof typeof switches

/** How its company is set up. */
export const companyChecks: readonly Check[] = [
  {
    code: 'company-switches',
    title: 'Switches of the company',
    mostly: 'may-stop',
    followsFrom: [],
    acts: 'at the next session',
    showsChange: true,
    scope: ofCompany,
    applies: ({ panelCompany }) => knownOf(panelCompany) !== null,
    needs: ({ panelCompany, history, connection }) => [panelCompany, history, connection],
    judge(facts) {
      const company = knownOf(facts.panelCompany)
      if (!company || knownOf(facts.history) === undefined) return undefined
      const all = Object.keys(switches) as Switch[]
      const wasOff = (name: Switch) =>
        changeFor(
          facts,
          ({ kind, what }) => kind === 'company' && what.includes(`${switches[name].words} (no)`),
        )
      const isNew = knownOf(facts.connection) === null
      const off = all.filter(
        (name) => !company[name] && (wasOff(name).since || (isNew && name !== 'webconnectMobileEnabled')),
      )
      const evidence = all.map((name) =>
        by(facts.panelCompany, switches[name].words, company[name] ? 'yes' : 'no'),
      )
      if (!off[0]) return fine('All switches for panels are set correctly.', ...evidence)
      return {
        state: 'wrong',
        title: 'A switch of its company is off',
        sentence: `${inWords(off.map((name) => switches[name].says))} ${off.length > 1 ? 'are' : 'is'} off for ${company.name}.`,
        evidence,
        ...wasOff(off[0]),
        next: [{ text: 'Open the company', path: page(facts) }],
        step: goTo(`Check the settings of ${company.name}.`, 'Open the company', page(facts)),
      }
    },
  },
  {
    code: 'sim-carrier-not-used',
    title: 'Carriers of the company',
    mostly: 'may-stop',
    followsFrom: [],
    acts: 'at the next session',
    showsChange: true,
    scope: ofCompany,
    applies: ({ sim, company }) =>
      knownOf(sim) !== null && (company.is !== 'known' || company.value !== null),
    needs: ({ company, sim }) => [company, sim],
    judge(facts) {
      const inUse = knownOf(facts.company)?.mnvOsInUse
      const vendor = knownOf(facts.sim)?.vendorCode
      if (inUse === undefined || vendor === undefined) return undefined
      const evidence = [by(facts.company, 'Carriers in use', inUse.join(', ') || 'none named')]
      const name = vendor && carrierNames[vendor]
      const isChosen = mvnos.some((mvno) => mvno === name)
      if (!name || !isChosen || inUse.includes(name))
        return fine('Its company uses this carrier.', ...evidence)
      return {
        state: 'wrong',
        title: 'A carrier that its company does not use',
        sentence: `The SIM belongs to ${facts.carrier.source}, which its company is not set to use.`,
        evidence,
        ...changeFor(facts, ({ kind, what }) => kind === 'company' && /MVNOs in use/.test(what)),
        next: [{ text: 'Open the company', path: page(facts) }],
      }
    },
  },
]
