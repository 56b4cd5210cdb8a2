import { pageOf } from '@support-console/contract'
import { by, type Check, fine } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { silentSince } from '../silent-since.ts'

const wasSeen = ({ connection }: Facts) => knownOf(connection) !== null

/** Its container did not answer at the last look, so that nothing newer is known of the panel. */
const isCutOff = ({ container, connection }: Facts): boolean =>
  Boolean(knownOf(container)?.problem) && knownOf(connection)?.state !== 'gone'

/** At the last look it had a session: it calls here, whether it is heard or not. */
export const hasSession = ({ connection }: Facts): boolean => {
  const seen = knownOf(connection)
  return seen !== undefined && seen !== null && seen.state !== 'gone'
}

/** Nobody has looked for so long that what is kept says nothing of now. */
const isStale = ({ connection, container, now, staleAfterMs }: Facts): boolean => {
  const lookedAt = knownOf(container)?.checkedAt ?? knownOf(connection)?.saidAt
  return !lookedAt || Date.parse(now) - Date.parse(lookedAt) > staleAfterMs
}

const notLookedAt = ({ container, connection }: Facts) => ({
  state: 'unknown' as const,
  sentence: 'WebConnect has not been looked at for a while, so what is kept may be over.',
  evidence: [
    by(container, 'last look', knownOf(container)?.checkedAt ?? knownOf(connection)?.saidAt ?? 'never'),
  ],
})

/** Before the SIM: what stands between it and us. */
export const containerChecks: readonly Check[] = [
  {
    code: 'container-down',
    title: 'Its container answers',
    dependsOn: [],
    applies: wasSeen,
    needs: ({ container, connection }) => [container, connection],
    judge(facts) {
      const seen = knownOf(facts.connection)
      const container = knownOf(facts.container)
      if (!seen || container === undefined) return undefined
      if (container === null || container.problem !== '') {
        const since = container?.updateDate
        return {
          // One that left it before is not silent by it.
          state: seen.state === 'gone' ? 'warning' : 'fault',
          title: 'Its container does not answer',
          sentence: since
            ? `${seen.container}, which the panel was connected to, has not answered since ${since}.`
            : `${seen.container}, which the panel was connected to, does not answer.`,
          evidence: [
            by(facts.container, 'Last look', container?.problem ?? 'the container is gone'),
            { source: seen.container, what: 'Last answer', value: since ?? 'never', at: since ?? null },
          ],
          next: [{ text: 'Open the container', path: pageOf('container', seen.container) }],
        }
      }
      if (isStale(facts)) return notLookedAt(facts)
      return fine(
        `${seen.container} answers.`,
        by(facts.container, 'Connections', String(container.connectionCount)),
        by(facts.container, 'CPU', `${container.cpuUsage} %`),
      )
    },
  },
  {
    code: 'container-clock',
    title: "Its container's clock",
    dependsOn: [],
    applies: wasSeen,
    needs: ({ container }) => [container],
    judge({ container }) {
      const found = knownOf(container)
      if (found === undefined) return undefined
      const seconds = found?.clockOffsetSeconds ?? 0
      const evidence = [by(container, 'Clock', `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`)]
      if (seconds === 0) return fine('Its clock goes as ours does.', by(container, 'Clock', 'right'))
      return {
        state: 'warning',
        title: "Its container's clock is wrong",
        sentence: `The clock of ${found?.containerName} is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}; the times here are moved by as much.`,
        evidence,
        next: [{ text: 'Open the container', path: pageOf('container', found?.containerName ?? '') }],
      }
    },
  },
  {
    code: 'container-silent',
    title: 'Others on its container',
    dependsOn: ['container-down'],
    applies: wasSeen,
    needs: ({ container, connection }) => [container, connection],
    judge(facts) {
      const { connection } = facts
      const container = knownOf(facts.container)
      const seen = knownOf(connection)
      if (container === undefined || !seen) return undefined
      if (container === null || container.problem !== '' || isStale(facts))
        return {
          ...notLookedAt(facts),
          sentence: 'Of the others on it nothing is known since its last answer.',
        }
      const others = container.connectionCount - (seen.state === 'gone' ? 0 : 1)
      const silent = container.silentCount - (seen.state === 'silent' ? 1 : 0)
      const evidence = [
        by(facts.container, 'Silent', `${Math.max(0, silent)} of ${Math.max(0, others)} others`),
      ]
      if (others < fewest || silent < others / 2)
        return fine(
          `${Math.max(0, others - silent)} of ${Math.max(0, others)} others on ${seen.container} are heard.`,
          ...evidence,
        )
      return {
        state: seen.state === 'connected' ? 'warning' : 'fault',
        title: 'Others on its container are silent, too',
        sentence: `${silent} of the ${others} others on ${seen.container} are silent, too, so it is not this panel.`,
        evidence,
        next: [{ text: 'Open the container', path: pageOf('container', seen.container) }],
      }
    },
  },
  {
    code: 'receiver-deployed',
    title: 'No release just before',
    dependsOn: [],
    applies: (facts) => silentSince(facts) !== undefined,
    needs: ({ deployments, connection }) => [deployments, connection],
    judge(facts) {
      const since = Date.parse(silentSince(facts) ?? '')
      const found = knownOf(facts.deployments)?.find(
        ({ begunAt, endedAt }) =>
          Date.parse(begunAt) <= since && (endedAt === null || Date.parse(endedAt) >= since - justBeforeMs),
      )
      if (!knownOf(facts.deployments)) return undefined
      if (!found) return fine('No release was deployed in the hour before the silence.')
      const at = found.endedAt ?? found.begunAt
      return {
        state: 'warning',
        title: 'A release just before',
        sentence: `${found.server} was given release ${found.toRelease} at ${at}, within an hour of the silence; whether it receives this panel is not known here.`,
        evidence: [
          {
            source: 'Console',
            what: `Release on ${found.server}`,
            value: `${found.toRelease}, ${found.state}`,
            at,
          },
        ],
        next: [{ text: 'Open the server', path: pageOf('csr', found.server) }],
      }
    },
  },
]

/** Of fewer others nothing follows. */
const fewest = 3
const justBeforeMs = 60 * 60_000

const explainedBy = [
  'panel-unknown',
  'panel-services',
  'panel-environment',
  'container-down',
  'panel-without-sim',
  'panel-other-sim',
  'sim-unknown',
  'sim-deactivation',
  'sim-state-differs',
  'sim-not-active',
  'sim-offline',
] as const

/** Whether the panel is heard: what all the others lead up to. */
export const silenceChecks: readonly Check[] = [
  {
    code: 'panel-not-connected',
    title: 'Connected to a container',
    dependsOn: [...explainedBy],
    needs: ({ connection }) => [connection],
    judge(facts) {
      const { connection, cloudId } = facts
      const seen = knownOf(connection)
      if (seen === undefined) return undefined
      const next = [{ text: 'Open the panel', path: pageOf('panel', cloudId ?? '') }]
      const title = 'Connected to no container'
      if (seen === null)
        return {
          state: 'fault',
          title: 'Never connected',
          sentence: 'WebConnect has never seen the panel.',
          evidence: [by(connection, 'Session', 'none ever seen')],
          next,
        }
      const evidence = [
        { source: 'WebConnect', what: 'Session', value: `${seen.state}, ${seen.container}`, at: seen.since },
      ]
      if (seen.state === 'gone')
        return {
          state: 'fault',
          title,
          sentence: `The panel left ${seen.container} and has had no session since ${seen.since}.`,
          evidence,
          next,
        }
      if (isCutOff(facts))
        return {
          state: 'fault',
          title,
          sentence: `Its session on ${seen.container} was last heard of at ${seen.saidAt ?? seen.since}.`,
          evidence,
          next,
        }
      if (isStale(facts)) return notLookedAt(facts)
      return fine(`It has a session on ${seen.container} since ${seen.since}.`, ...evidence)
    },
  },
  {
    code: 'panel-silent',
    title: 'Heard of late',
    dependsOn: [...explainedBy, 'container-silent', 'panel-not-connected'],
    applies: wasSeen,
    needs: ({ connection }) => [connection],
    judge(facts) {
      const { connection, silentMinutes, cloudId } = facts
      const seen = knownOf(connection)
      if (!seen) return undefined
      const last = seen.receivedAt
      const evidence = [
        { source: 'WebConnect', what: 'Last received', value: last ?? 'not known', at: last ?? seen.saidAt },
      ]
      if (seen.state !== 'connected' || isCutOff(facts))
        return {
          state: 'fault',
          title: 'Silent',
          sentence: last
            ? `Nothing was received from the panel since ${last}, longer than the ${silentMinutes} minutes that count as silent.`
            : `Nothing is received from the panel, which was seen so since ${seen.since}.`,
          evidence,
          next: [{ text: 'Open the panel', path: pageOf('panel', cloudId ?? '') }],
        }
      if (isStale(facts)) return notLookedAt(facts)
      return fine(last ? `It was last heard at ${last}.` : 'Its session is not silent.', ...evidence)
    },
  },
]
