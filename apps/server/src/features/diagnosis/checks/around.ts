import { pageOf } from '@support-console/contract'
import { by, type Check, fine, goTo, ofPanel, told } from '../check.ts'
import { type Facts, type FactValues, knownOf } from '../facts.ts'
import { silentSince } from '../silent-since.ts'

type Deployment = FactValues['deployments'][number]

const isSilent = (facts: Facts) => silentSince(facts) !== undefined
/** A release so long before the silence may be why; in milliseconds. */
const justBeforeMs = 60 * 60_000

/** What happened around the panel before it fell silent. */
export const aroundChecks: readonly Check[] = [
  {
    code: 'receiver-deployed',
    title: 'No release just before',
    mostly: 'may-stop',
    followsFrom: [],
    // Whoever connected after it has got past it.
    acts: 'at the next session',
    scope: ofPanel,
    applies: isSilent,
    needs: ({ deployments, connection }) => [deployments, connection],
    judge(facts) {
      const since = Date.parse(silentSince(facts) ?? '')
      const deployments = knownOf(facts.deployments)
      if (!deployments) return undefined
      const found = deployments.find(
        ({ begunAt, endedAt }) =>
          Date.parse(begunAt) <= since && (endedAt === null || Date.parse(endedAt) >= since - justBeforeMs),
      )
      if (!found) return fine('No release was deployed in the hour before the silence.')
      const at = found.endedAt ?? found.begunAt
      return {
        state: 'wrong',
        title: found.state === 'error' ? 'A release that failed just before' : 'A release just before',
        sentence: `${whatOf(found)}. Whether ${found.server} serves this panel is not known.`,
        evidence: [
          by({ source: 'Console', at }, `Release on ${found.server}`, `${found.toRelease}, ${found.state}`),
        ],
        since: told(at),
        scope: { kind: 'receiver', id: found.server },
        next: [{ text: 'Open the server', path: pageOf('csr', found.server) }],
        step: goTo(
          `Ask whether the other panels of ${found.server} came back.`,
          'Open the server',
          pageOf('csr', found.server),
        ),
      }
    },
  },
]

/** A deployment that failed has given no release. */
function whatOf({ server, toRelease, state, begunAt, endedAt }: Deployment): string {
  if (state === 'succeeded') return `${server} got release ${toRelease} at ${endedAt ?? begunAt}`
  if (endedAt !== null) return `Release ${toRelease} failed on ${server} at ${endedAt}`
  return `Release ${toRelease} is being deployed on ${server} since ${begunAt}`
}
