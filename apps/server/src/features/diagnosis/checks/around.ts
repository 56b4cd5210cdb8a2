import { agentSource, judgedAfter, pageOf } from '@support-console/contract'
import { beforeMs } from '../changes.ts'
import { by, type Check, fine, goTo, type Judgement, seen, told } from '../check.ts'
import { type Facts, type FactValues, knownOf } from '../facts.ts'
import { sayPanels } from '../history-of.ts'
import { toleranceMs } from '../refute.ts'
import { silentSince } from '../silent-since.ts'

type Deployment = FactValues['deployments'][number]
type InError = FactValues['receiversInError'][number]

const isSilent = (facts: Facts) => silentSince(facts) !== undefined
/** A release so long before the silence was just before it; in milliseconds. */
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
      if (found.core?.is === 'unheard') return unheard(found)
      return {
        ...(found.core?.is === 'down' ? downOf(found, facts) : failedOf(found, facts)),
        ...onServer(found, receiver),
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
          (endedAt === null || Date.parse(endedAt) >= since - beforeMs),
      )
      if (!found) return fine('No release was deployed in the day before the silence.')
      const { server, panelsBefore, panelsAfter, panelsBeforeAt, panelsAfterAt } = found
      const at = found.endedAt ?? found.begunAt
      const areBack = panelsBefore && panelsAfter !== null && panelsAfter >= panelsBefore * mostAreBack
      return {
        state: 'wrong',
        title: `${found.state === 'error' ? 'A release that failed' : 'A release'} ${Date.parse(at) >= since - justBeforeMs ? 'just ' : ''}before`,
        sentence: `${whatOf(found)}.${sayPanels(found)}`,
        evidence: [
          by(
            { source: found.state === 'seen' ? agentSource : 'Console', at },
            `Release on ${server}`,
            `${found.toRelease}, ${found.state}`,
          ),
          ...(panelsBefore === null
            ? []
            : [by({ source: agentSource, at: panelsBeforeAt }, 'Panels before', String(panelsBefore))]),
          ...(panelsAfter === null
            ? []
            : [
                by(
                  { source: agentSource, at: panelsAfterAt },
                  `Panels after ${judgedAfter} minutes`,
                  String(panelsAfter),
                ),
              ]),
        ],
        since: found.state === 'seen' ? seen(at, found.begunAt === at ? null : found.begunAt) : told(at),
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

/** D55: of a server whose agent does not answer, or never did, nothing is said but that. */
const unheard = ({ server, core }: InError): Judgement => ({
  state: 'unknown',
  sentence: core?.at
    ? `The agent of ${server} has not answered since ${core.at}.`
    : `The agent of ${server} has never answered.`,
  evidence: [
    by({ source: agentSource, at: core?.at ?? null }, server, core?.at ? 'Does not answer' : 'Never heard'),
  ],
  next: [openServer(server)],
})

/** Of whichever is wrong with it: whether it stops this panel, and where to see more. */
const onServer = ({ server, core }: InError, receiver: string) => ({
  state: 'wrong' as const,
  effect: receiver === '' || core?.is === 'up' ? ('beside' as const) : ('stops' as const),
  scope: { kind: 'csr' as const, id: server },
  next: [openServer(server)],
  step: goTo(`See on ${server} why its deployment failed.`, 'Open the server', pageOf('csr', server)),
})

const servesIt = (server: string, facts: Facts) =>
  receiverOf(facts) === '' ? server : `${server}, which serves the panel,`
const notKnownToServe = (facts: Facts) =>
  receiverOf(facts) === '' ? ' It is not known to serve this panel.' : ''

/** Its last deployment failed; where its agent says that it runs all the same, it stops no panel. */
function failedOf({ server, since, core }: InError, facts: Facts) {
  const last = since ? ` since its deployment failed at ${since}` : ''
  const runs = core ? ' Its agent says that it runs.' : ''
  return {
    title: receiverOf(facts) === '' ? 'A CSR server is in error' : 'Its CSR server is in error',
    sentence: `${servesIt(server, facts)} is in error${last}.${runs}${notKnownToServe(facts)}`,
    evidence: [
      by(facts.receiversInError, server, 'Error'),
      ...(core ? [by({ source: agentSource, at: core.at }, server, `${core.panels} panels report`)] : []),
    ],
    since: since ? told(since) : null,
  }
}

/** By its agent's word, which is asked every few minutes: when it was first said, and when it was not yet so. */
function downOf({ server, since, core }: InError, facts: Facts) {
  const at = core?.at ?? null
  const said = core?.reason ? `: ${core.reason}` : ''
  return {
    title: receiverOf(facts) === '' ? 'A CSR server is down' : 'Its CSR server is down',
    sentence: `The agent of ${servesIt(server, facts)} says that its core is down${since ? `, first at ${since}` : ''}.${notKnownToServe(facts)}`,
    evidence: [
      by({ source: agentSource, at }, server, `Core down${said}`),
      by({ source: agentSource, at }, 'Panels that report', String(core?.panels ?? 0)),
    ],
    since: since ? seen(since, core?.notAt ?? null) : null,
  }
}

/** Not known to serve the panel, and in error since shortly before it fell silent. */
function otherInError(facts: Facts): InError | undefined {
  const since = Date.parse(silentSince(facts) ?? '')
  if (receiverOf(facts) !== '' || Number.isNaN(since)) return undefined
  return knownOf(facts.receiversInError)?.find((receiver) => {
    if (receiver.core?.is === 'unheard') return false
    const at = Date.parse(receiver.since ?? '')
    return at <= since + toleranceMs && at >= since - nearMs
  })
}

/** A deployment that failed has given no release. */
function whatOf({ server, toRelease, state, begunAt, endedAt }: Deployment): string {
  if (state === 'seen')
    return `${server} runs release ${toRelease}, first seen at ${endedAt}, which this console did not order`
  if (state === 'succeeded') return `${server} got release ${toRelease} at ${endedAt ?? begunAt}`
  if (endedAt !== null) return `Release ${toRelease} failed on ${server} at ${endedAt}`
  return `Release ${toRelease} has been deploying on ${server} since ${begunAt}`
}
