import { addresses, pageOf } from '@support-console/contract'
import { by, type Check, fine } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { hasSession } from './connection.ts'

const hasPanel = ({ panel }: Facts) => knownOf(panel) !== null
/** Another panel that has a session with its SIM. */
const elsewhere = ({ seenIn, cloudId }: Facts) => knownOf(seenIn)?.find((panel) => panel.cloudId !== cloudId)
const wordOf = { prod: 'PROD', test: 'TEST', dev: 'DEV' } as const

/** What the panel is and how it is set, apart from whether it is heard. */
export const panelChecks: readonly Check[] = [
  {
    code: 'panel-unknown',
    title: 'Known to the inventory',
    dependsOn: [],
    needs: ({ panel }) => [panel],
    judge({ panel, connection, cloudId }) {
      const facts = knownOf(panel)
      if (facts === undefined) return undefined
      if (facts) return fine('The inventory has it.', by(panel, 'Cloud ID', cloudId ?? ''))
      const seen = knownOf(connection)
      return {
        state: 'fault',
        title: 'Not in the inventory',
        sentence: seen
          ? `The inventory has no panel ${cloudId}, though WebConnect saw it on ${seen.container}.`
          : `No source knows panel ${cloudId}: neither the inventory nor WebConnect has it.`,
        evidence: [
          by(panel, 'Cloud ID', 'not found'),
          by(connection, 'Container', seen?.container ?? 'never seen'),
        ],
        next: [{ text: 'Search for it', path: addresses.searchMany() }],
      }
    },
  },
  {
    code: 'panel-company',
    title: 'Belongs to a company',
    dependsOn: [],
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
        state: 'warning',
        title: 'Belongs to no company',
        sentence: 'The inventory names no company for the panel.',
        evidence: [by(panel, 'Company', 'none')],
        next: [
          { text: 'Look at it on Panel Management', path: addresses.panels('cloudId', [cloudId ?? '']) },
        ],
      }
    },
  },
  {
    code: 'panel-services',
    title: 'Services on',
    dependsOn: [],
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
        state: hasSession(facts) ? 'warning' : 'fault',
        title: 'No service on',
        sentence: 'None of the services of the panel is on.',
        evidence,
        next: [{ text: 'Look at its services', path: addresses.panels('cloudId', [cloudId ?? '']) }],
      }
    },
  },
  {
    code: 'panel-environment',
    title: 'Points to this environment',
    dependsOn: [],
    applies: hasPanel,
    needs: ({ panel, environment, connection }) =>
      knownOf(panel)?.physicalId === '' ? [panel] : [panel, environment, connection],
    judge(facts) {
      const { panel, environment, host } = facts
      const { physicalId } = knownOf(panel) ?? {}
      if (physicalId === '')
        return {
          state: 'unknown',
          sentence: 'Its physical ID is not known here, and Pathfinder is asked by nothing else.',
          evidence: [by(panel, 'Physical ID', 'not known')],
        }
      const pointsTo = knownOf(environment)
      if (pointsTo === undefined || physicalId === undefined) return undefined
      const next = [{ text: 'Look at its environment', path: addresses.panelEnvironment(physicalId) }]
      if (pointsTo === null)
        return {
          state: 'warning',
          title: 'Unknown to Pathfinder',
          sentence: 'Pathfinder does not know the panel, as if it had never called.',
          evidence: [by(environment, 'Environment', 'not found')],
          next,
        }
      const evidence = [
        by(environment, 'Points to', wordOf[pointsTo]),
        { source: 'Console', what: 'This console', value: wordOf[host], at: null },
      ]
      if (pointsTo === host) return fine(`Pathfinder sends it to ${wordOf[host]}, as it should.`, ...evidence)
      return {
        state: hasSession(facts) ? 'warning' : 'fault',
        title: 'Points to another environment',
        sentence: `Pathfinder sends the panel to ${wordOf[pointsTo]}, and this is the console of ${wordOf[host]}.`,
        evidence,
        next,
      }
    },
  },
  {
    code: 'panel-management',
    title: 'Management enabled',
    dependsOn: [],
    applies: hasPanel,
    needs: ({ panel, portal }) => (knownOf(panel)?.remoteId === '' ? [panel] : [panel, portal]),
    judge({ panel, portal, cloudId }) {
      const { remoteId } = knownOf(panel) ?? {}
      if (remoteId === '')
        return fine(
          'It is in no Remote Portal, so it is disabled in none.',
          by(panel, 'Remote Portal ID', 'none'),
        )
      const disabled = knownOf(portal)
      if (disabled === undefined || remoteId === undefined) return undefined
      if (disabled === false)
        return fine('Management is enabled in the Remote Portal.', by(portal, 'Management', 'enabled'))
      return {
        state: 'warning',
        title: disabled ? 'Management disabled' : 'Unknown to the Remote Portal',
        sentence: disabled
          ? 'Management of the panel is disabled in the Remote Portal.'
          : `The Remote Portal does not know ${remoteId}, the ID that the inventory has for the panel.`,
        evidence: [by(portal, 'Management', disabled ? 'disabled' : 'panel not found')],
        next: [
          { text: 'Look at it on Panel Management', path: addresses.panels('cloudId', [cloudId ?? '']) },
        ],
      }
    },
  },
  {
    code: 'panel-without-sim',
    title: 'Has a SIM',
    dependsOn: ['panel-unknown'],
    needs: ({ panel, connection }) => [panel, connection],
    judge(facts) {
      const { panel, connection, iccid } = facts
      if (knownOf(panel) === undefined || knownOf(connection) === undefined) return undefined
      const sims = knownOf(panel)?.sims ?? []
      const evidence = [
        by(panel, 'SIM', sims.join(', ') || 'none'),
        by(connection, 'SIM', knownOf(connection)?.iccid || 'none'),
      ]
      if (iccid !== null) return fine(`SIM ${iccid} is in it.`, ...evidence)
      return {
        state: hasSession(facts) ? 'warning' : 'fault',
        title: 'No SIM known',
        sentence: 'No source names a SIM in the panel.',
        evidence,
      }
    },
  },
  {
    code: 'panel-other-sim',
    title: 'The SIM that WebConnect saw',
    dependsOn: [],
    // Where the inventory has no SIM there, nothing can be compared.
    applies: (facts) =>
      hasPanel(facts) &&
      ((Boolean(knownOf(facts.connection)?.iccid) && knownOf(facts.panel)?.sims.length !== 0) ||
        elsewhere(facts) !== undefined),
    needs: ({ panel, connection, seenIn }) => [panel, connection, seenIn],
    judge(facts) {
      const { panel, connection, seenIn, iccid } = facts
      const other = elsewhere(facts)
      if (other)
        return {
          state: hasSession(facts) ? 'warning' : 'fault',
          title: 'Its SIM is in another panel',
          sentence: `SIM ${iccid} has a session in panel ${other.cloudId} on ${other.container}, seen at ${other.since}.`,
          evidence: [by(seenIn, 'Panel', other.cloudId), by(panel, 'SIM', iccid ?? '')],
          next: [
            { text: 'Open the other panel', path: pageOf('panel', other.cloudId) },
            { text: 'Open the SIM', path: pageOf('sim', iccid ?? '') },
          ],
        }
      const seen = knownOf(connection)?.iccid
      const sims = knownOf(panel)?.sims
      const [own] = sims ?? []
      if (!seen || !sims || !own) return undefined
      const evidence = [by(connection, 'SIM', seen), by(panel, 'SIM', sims.join(', ') || 'none')]
      if (sims.includes(seen)) return fine('WebConnect saw the SIM that the inventory has.', ...evidence)
      return {
        state: 'warning',
        title: 'Another SIM than the inventory has',
        sentence: `WebConnect saw SIM ${seen} in the panel, and the inventory has ${own}.`,
        evidence,
        next: [
          { text: 'Open the SIM that was seen', path: pageOf('sim', seen) },
          { text: 'Open the SIM of the inventory', path: pageOf('sim', own) },
        ],
      }
    },
  },
]
