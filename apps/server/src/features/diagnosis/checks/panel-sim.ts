import { isSameIccid, pageOf } from '@support-console/contract'
import { ask, by, type Check, fine, goTo, ofPanel, seen } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { short } from '../in-words.ts'
import { hasSession } from '../symptom.ts'

const hasPanel = ({ panel }: Facts) => knownOf(panel) !== null
/** Another panel that has a session with its SIM. */
const elsewhere = ({ seenIn, cloudId }: Facts) => knownOf(seenIn)?.find((panel) => panel.cloudId !== cloudId)

/** Which SIM sits in the panel. */
export const panelSimChecks: readonly Check[] = [
  {
    code: 'panel-without-sim',
    title: 'SIM in the panel',
    mostly: 'may-stop',
    followsFrom: ['panel-unknown'],
    scope: ofPanel,
    needs: ({ panel, connection }) => [panel, connection],
    judge(facts) {
      const { panel, connection, iccid } = facts
      if (knownOf(panel) === undefined || knownOf(connection) === undefined) return undefined
      const sims = knownOf(panel)?.sims ?? []
      const evidence = [
        by(panel, 'SIM', sims.join(', ') || 'none'),
        by(connection, 'SIM', knownOf(connection)?.iccid || 'none'),
      ]
      if (iccid !== null) return fine(`SIM ${short(iccid)} is in it.`, ...evidence)
      return {
        state: 'wrong',
        // It may be connected by cable.
        effect: hasSession(facts) ? 'beside' : 'may-stop',
        title: 'No SIM known',
        sentence: 'No source names a SIM in the panel.',
        evidence,
        step: ask("Ask the installer for the SIM's number, and have it imported with its panel."),
      }
    },
  },
  {
    code: 'panel-other-sim',
    title: 'SIM at WebConnect',
    mostly: 'stops',
    followsFrom: [],
    scope: ofPanel,
    // Where the inventory has no SIM there, nothing can be compared.
    applies: (facts) =>
      elsewhere(facts) !== undefined ||
      (hasPanel(facts) &&
        Boolean(knownOf(facts.connection)?.iccid) &&
        knownOf(facts.panel)?.sims.length !== 0),
    needs: ({ panel, connection, seenIn }) => [panel, connection, seenIn],
    judge(facts) {
      const { panel, connection, seenIn, iccid } = facts
      const other = elsewhere(facts)
      if (other)
        return {
          state: 'wrong',
          title: 'Its SIM is in another panel',
          sentence: `Its SIM ${short(iccid ?? '')} sits in panel ${other.cloudId}, which is connected on ${other.container}.`,
          evidence: [
            by(seenIn, 'Panel', `${other.cloudId}, seen ${other.since}`),
            by(panel, 'SIM', iccid ?? ''),
          ],
          since: seen(other.since),
          next: [
            { text: 'Open the other panel', path: pageOf('panel', other.cloudId) },
            { text: 'Open the SIM', path: pageOf('sim', iccid ?? '') },
          ],
          step: goTo(
            `Ask the installer whether the SIMs of this panel and of ${other.cloudId} were swapped.`,
            'Open the other panel',
            pageOf('panel', other.cloudId),
          ),
        }
      const session = knownOf(connection)?.iccid
      const sims = knownOf(panel)?.sims
      const [own] = sims ?? []
      if (!session || !sims || !own) return undefined
      const evidence = [by(connection, 'SIM', session), by(panel, 'SIM', sims.join(', ') || 'none')]
      if (sims.some((each) => isSameIccid(each, session)))
        return fine('WebConnect saw the SIM that the inventory has.', ...evidence)
      const swapped = knownOf(facts.ownSimIn)?.find(({ cloudId }) => cloudId !== facts.cloudId)
      return {
        state: 'wrong',
        effect: 'beside',
        title: 'Another SIM than the inventory has',
        sentence: swapped
          ? `SIM ${short(session)} sits in the panel. The inventory's SIM ${short(own)} sits in ${swapped.cloudId}: they seem to be swapped.`
          : `WebConnect saw SIM ${short(session)} in the panel, and the inventory has ${short(own)}.`,
        evidence: [...evidence, ...(swapped ? [by(facts.ownSimIn, own, swapped.cloudId)] : [])],
        next: [
          { text: 'Open the SIM that was seen', path: pageOf('sim', session) },
          { text: 'Open the SIM of the inventory', path: pageOf('sim', own) },
        ],
      }
    },
  },
]
