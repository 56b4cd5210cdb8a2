import { addresses } from '@support-console/contract'
import { changeFor, sayChange } from '../change-for.ts'
import { ask, by, type Check, fine, goTo, ofPanel, seen, told } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { short } from '../in-words.ts'
import { hasSession } from '../symptom.ts'

const hasPanel = ({ panel }: Facts) => knownOf(panel) !== null
const wordOf = { prod: 'PROD', test: 'TEST', dev: 'DEV' } as const

/** What the panel is and how it is set, apart from whether it is heard. */
export const panelChecks: readonly Check[] = [
  {
    code: 'panel-unknown',
    title: 'Inventory',
    mostly: 'stops',
    followsFrom: [],
    scope: ofPanel,
    needs: ({ panel }) => [panel],
    judge({ panel, connection, cloudId }) {
      const facts = knownOf(panel)
      if (facts === undefined) return undefined
      if (facts) return fine('The inventory has it.', by(panel, 'Cloud ID', cloudId ?? ''))
      // Whether WebConnect has seen it is not known everywhere: then it may be.
      const found = knownOf(connection)
      return {
        state: 'wrong',
        effect: found === null ? 'stops' : 'may-stop',
        title: 'Not in the inventory',
        sentence: found
          ? `The inventory has no panel ${cloudId}, though WebConnect saw it on ${found.container}.`
          : `No source knows panel ${cloudId}.`,
        evidence: [
          by(panel, 'Cloud ID', 'not found'),
          by(connection, 'Container', found?.container ?? 'never seen'),
        ],
        next: [{ text: 'Search for it', path: addresses.searchMany() }],
        step: found
          ? ask(
              `Have panel ${cloudId} imported.`,
              `Please import panel ${cloudId}: it connects, but the inventory does not have it.`,
            )
          : goTo('Search for it by another identifier.', 'Search', addresses.searchMany()),
      }
    },
  },
  {
    code: 'panel-company',
    title: 'Company',
    mostly: 'beside',
    followsFrom: [],
    scope: ofPanel,
    applies: hasPanel,
    needs: ({ panel }) => [panel],
    judge({ panel, cloudId }) {
      const facts = knownOf(panel)
      if (!facts) return undefined
      const { companyName, companySapNumber } = facts
      if (companySapNumber !== '')
        return fine(
          `It belongs to ${companyName}.`,
          by(panel, 'Company', `${companyName} (SAP ${companySapNumber})`),
        )
      return {
        state: 'wrong',
        title: 'Belongs to no company',
        sentence: 'The inventory names no company for the panel.',
        evidence: [by(panel, 'Company', 'none')],
        next: [{ text: 'Open in Panel Management', path: addresses.panels('cloudId', [cloudId ?? '']) }],
      }
    },
  },
  {
    code: 'panel-services',
    title: 'Services',
    mostly: 'stops',
    followsFrom: [],
    scope: ofPanel,
    applies: hasPanel,
    needs: ({ panel, connection }) => [panel, connection],
    judge(facts) {
      const { panel, cloudId } = facts
      const services = knownOf(panel)?.services
      if (!services) return undefined
      const evidence = services.map(({ serviceName, activated }) =>
        by(panel, serviceName, activated ? 'on' : 'off'),
      )
      const on = services.filter(({ activated }) => activated).length
      if (on > 0) return fine(`${on} of ${services.length} services are on.`, ...evidence)
      return {
        state: 'wrong',
        title: 'No service on',
        since: heldBy(facts),
        sentence: 'None of the services of the panel is on.',
        evidence,
        next: [{ text: 'Open its services', path: addresses.panels('cloudId', [cloudId ?? '']) }],
      }
    },
  },
  {
    code: 'panel-environment',
    title: 'Environment',
    mostly: 'stops',
    followsFrom: [],
    acts: 'at the next session',
    scope: ofPanel,
    applies: hasPanel,
    needs: ({ panel, environment, connection }) =>
      knownOf(panel)?.physicalId === '' ? [panel] : [panel, environment, connection],
    judge(facts) {
      const { panel, environment, host } = facts
      const { physicalId } = knownOf(panel) ?? {}
      if (physicalId === '')
        return {
          state: 'unknown',
          sentence: 'No physical ID is on file, so Pathfinder cannot be asked.',
          evidence: [by(panel, 'Physical ID', 'not known')],
        }
      const pointed = knownOf(environment)
      if (pointed === undefined || physicalId === undefined) return undefined
      const next = [{ text: 'Open its environment', path: addresses.panelEnvironment(physicalId) }]
      if (pointed === null)
        return {
          state: 'wrong',
          effect: hasSession(facts) ? 'beside' : 'may-stop',
          title: 'Unknown to Pathfinder',
          sentence: 'Pathfinder does not know the panel.',
          evidence: [by(environment, 'Environment', 'not found')],
          next,
          step: ask('Ask the installer whether the panel has ever been switched on.'),
        }
      const { pointsTo, changedAt } = pointed
      const evidence = [
        by(environment, 'Points to', wordOf[pointsTo]),
        ...(changedAt ? [by(environment, 'Pointed there', changedAt)] : []),
        { source: 'Console', what: 'This console', value: wordOf[host], at: null },
      ]
      const changed = changeFor(
        facts,
        ({ kind, what }) => kind === 'environment' && what.includes(wordOf[pointsTo]),
      )
      if (pointsTo === host) return fine(`Pathfinder sends it to ${wordOf[host]}, as it should.`, ...evidence)
      return {
        state: 'wrong',
        title: 'Points to another environment',
        sentence: `Pathfinder sends the panel to ${wordOf[pointsTo]}${sayChange(changed, 'pointed there')}, but this is the ${wordOf[host]} console.`,
        evidence,
        ...(changedAt && { since: told(changedAt) }),
        next,
        ...changed,
        step: goTo(
          `Point the panel to ${wordOf[host]}.`,
          `Point to ${wordOf[host]}…`,
          addresses.panelEnvironment(physicalId),
          'panel-environment.change',
        ),
      }
    },
  },
  {
    code: 'panel-management',
    title: 'Management in the Remote Portal',
    mostly: 'beside',
    followsFrom: [],
    scope: ofPanel,
    applies: hasPanel,
    needs: ({ panel, portal }) => (knownOf(panel)?.remoteId === '' ? [panel] : [panel, portal]),
    judge(facts) {
      const { panel, portal, cloudId } = facts
      const { remoteId } = knownOf(panel) ?? {}
      if (remoteId === '')
        return fine(
          'It is not in a Remote Portal, so management is not disabled.',
          by(panel, 'Remote Portal ID', 'none'),
        )
      const disabled = knownOf(portal)
      if (disabled === undefined || remoteId === undefined) return undefined
      if (disabled === false)
        return fine('Management is enabled in the Remote Portal.', by(portal, 'Management', 'enabled'))
      return {
        state: 'wrong',
        title: disabled ? 'Management disabled' : 'Unknown to the Remote Portal',
        sentence: disabled
          ? 'Management of the panel is disabled in the Remote Portal.'
          : `The Remote Portal does not know ${short(remoteId)}, the ID that the inventory has for the panel.`,
        ...(disabled && changeFor(facts, ({ kind }) => kind === 'management')),
        evidence: [by(portal, 'Management', disabled ? 'disabled' : 'panel not found')],
        next: [{ text: 'Open in Panel Management', path: addresses.panels('cloudId', [cloudId ?? '']) }],
      }
    },
  },
]

/** No one tells since when a service is off: as it is now it was at the latest when the inventory last changed. */
function heldBy({ panel }: Facts): ReturnType<typeof seen> | null {
  const changedAt = knownOf(panel)?.updatedAt
  return changedAt ? seen(changedAt) : null
}
