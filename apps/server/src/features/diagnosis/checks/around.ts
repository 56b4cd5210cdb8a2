import { pageOf } from '@support-console/contract'
import { by, type Check, fine, goTo, told } from '../check.ts'
import { type Facts, type FactValues, knownOf } from '../facts.ts'
import { sayPanels } from '../history-of.ts'
import { toleranceMs } from '../refute.ts'
import { silentSince } from '../silent-since.ts'

type Deployment = FactValues['deployments'][number]

const isSilent = (facts: Facts) => silentSince(facts) !== undefined
/** A release so long before the silence may be why; in milliseconds. */
const justBeforeMs = 60 * 60_000

/** So many of its panels back after a release show that it does not stop them. */
const mostAreBack = 0.9
/** A receiver that failed so long before the silence is told, though it is not known to serve the panel; in milliseconds. */
const nearMs = 24 * 3600_000

const receiverOf = ({ panel }: Facts): string => knownOf(panel)?.receiver ?? ''
const ofReceiver = (facts: Facts) => ({ kind: 'csr' as const, id: receiverOf(facts) })
const openServer = (server: string) => ({ text: 'Open the server', path: pageOf('csr', server) })

/** The receiver of the panel: known where the import knows it. */
export const aroundChecks: readonly Check[] = [
  {
    code: 'receiver-down',
    title: 'CSR server',
    mostly: 'stops',
    followsFrom: [],
    scope: ofReceiver,
    applies: (facts) => receiverOf(facts) !== '' || otherInError(facts) !== undefined,
    needs: ({ panel, receiversInError }) => [panel, receiversInError],
    judge(facts) {
      const receiver = receiverOf(facts)
      const inError = knownOf(facts.receiversInError)
      if (!inError) return undefined
      const found = receiver === '' ? otherInError(facts) : inError.find(({ server }) => server === receiver)
      if (!found)
        return fine(`${receiver} is in order.`, by(facts.receiversInError, receiver, 'not in error'))
      const { server, since } = found
      const last = since ? ` since its deployment failed at ${since}` : ''
      return {
        state: 'wrong',
        effect: receiver === '' ? 'beside' : 'stops',
        title: receiver === '' ? 'A CSR server is in error' : 'Its CSR server is in error',
        sentence:
          receiver === ''
            ? `${server} is in error${last}. It is not known to serve this panel.`
            : `${server}, which serves the panel, is in error${last}.`,
        evidence: [by(facts.receiversInError, server, 'Error')],
        since: since ? told(since) : null,
        scope: { kind: 'csr', id: server },
        next: [openServer(server)],
        step: goTo(`See on ${server} why its deployment failed.`, 'Open the server', pageOf('csr', server)),
      }
    },
  },
  {
    code: 'receiver-deployed',
    title: 'Release of the CSR server',
    mostly: 'may-stop',
    followsFrom: ['common-cause', 'receiver-down'],
    // Anyone who connected after it has got past it.
    acts: 'at the next session',
    scope: ofReceiver,
    // Of another receiver a release is only a change near in time.
    applies: (facts) => isSilent(facts) && receiverOf(facts) !== '',
    needs: ({ deployments, connection }) => [deployments, connection],
    judge(facts) {
      const since = Date.parse(silentSince(facts) ?? '')
      const deployments = knownOf(facts.deployments)
      if (!deployments) return undefined
      const found = deployments.find(
        ({ server, begunAt, endedAt }) =>
          server === receiverOf(facts) &&
          Date.parse(begunAt) <= since &&
          (endedAt === null || Date.parse(endedAt) >= since - justBeforeMs),
      )
      if (!found) return fine('No release was deployed in the hour before the silence.')
      const { server, panelsBefore, panelsAfter } = found
      const at = found.endedAt ?? found.begunAt
      const areBack = panelsBefore && panelsAfter !== null && panelsAfter >= panelsBefore * mostAreBack
      return {
        state: 'wrong',
        title: found.state === 'error' ? 'A release that failed just before' : 'A release just before',
        sentence: `${whatOf(found)}.${sayPanels(found)}`,
        evidence: [
          by({ source: 'Console', at }, `Release on ${server}`, `${found.toRelease}, ${found.state}`),
          ...(panelsBefore === null
            ? []
            : [by({ source: 'CSR agent', at: found.begunAt }, 'Panels before', String(panelsBefore))]),
          ...(panelsAfter === null
            ? []
            : [by({ source: 'CSR agent', at: null }, 'Panels now', String(panelsAfter))]),
        ],
        since: told(at),
        ...(areBack && { refuted: sayPanels(found).trim() }),
        next: [openServer(server)],
        step: goTo(
          `Ask whether the other panels of ${server} came back.`,
          'Open the server',
          pageOf('csr', server),
        ),
      }
    },
  },
]

/** Not known to serve the panel, and in error since shortly before it fell silent. */
function otherInError(facts: Facts): FactValues['receiversInError'][number] | undefined {
  const since = Date.parse(silentSince(facts) ?? '')
  if (receiverOf(facts) !== '' || Number.isNaN(since)) return undefined
  return knownOf(facts.receiversInError)?.find((receiver) => {
    const at = Date.parse(receiver.since ?? '')
    return at <= since + toleranceMs && at >= since - nearMs
  })
}

/** A deployment that failed has given no release. */
function whatOf({ server, toRelease, state, begunAt, endedAt }: Deployment): string {
  if (state === 'succeeded') return `${server} got release ${toRelease} at ${endedAt ?? begunAt}`
  if (endedAt !== null) return `Release ${toRelease} failed on ${server} at ${endedAt}`
  return `Release ${toRelease} has been deploying on ${server} since ${begunAt}`
}
