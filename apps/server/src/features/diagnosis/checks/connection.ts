import { pageOf } from '@support-console/contract'
import { by, type Check, fine, goTo, type Judgement } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { durationInWords } from '../in-words.ts'
import { isStale, lateMs, sayStale } from '../symptom.ts'

const wasSeen = ({ connection }: Facts) => knownOf(connection) !== null

const notLookedAt = (facts: Facts, { container, connection } = facts): Judgement => ({
  state: 'unknown',
  sentence: sayStale(facts),
  evidence: [
    by(container, 'last check', knownOf(container)?.checkedAt ?? knownOf(connection)?.saidAt ?? 'never'),
  ],
})

const ofContainer = ({ connection }: Facts) => ({
  kind: 'container' as const,
  id: knownOf(connection)?.container ?? '',
})
/** What its metrics tell besides: evidence, and never a cause. */
const loadOf = ({ container }: Facts) => {
  const kept = knownOf(container)
  return kept
    ? [by(container, 'CPU', `${kept.cpuUsage} %`), by(container, 'Memory', `${kept.memoryUsage} MB`)]
    : []
}
const openContainer = (name: string) => ({ text: 'Open the container', path: pageOf('container', name) })
const tellWebConnect = (name: string) =>
  goTo('Tell the operators of WebConnect.', 'Open the container', pageOf('container', name))

/** Before the SIM: what stands between it and us. */
export const containerChecks: readonly Check[] = [
  {
    code: 'container-down',
    title: 'Container',
    mostly: 'stops',
    followsFrom: ['common-cause'],
    scope: ofContainer,
    applies: wasSeen,
    needs: ({ container, connection, containers, look }) => [container, connection, containers, look],
    judge(facts) {
      const seen = knownOf(facts.connection)
      const container = knownOf(facts.container)
      if (!seen || container === undefined) return undefined
      if (container === null || container.problem !== '') return containerDown(facts, seen, container)
      if (isStale(facts) && lateMs(facts) === 0) return notLookedAt(facts)
      return fine(
        `${seen.container} answers.`,
        by(facts.container, 'Connections', String(container.connectionCount)),
        ...loadOf(facts),
      )
    },
  },
  {
    code: 'container-clock',
    title: 'Clock of the container',
    mostly: 'beside',
    followsFrom: [],
    scope: ofContainer,
    applies: wasSeen,
    needs: ({ container }) => [container],
    judge(facts) {
      const { container } = facts
      const found = knownOf(container)
      if (found === undefined) return undefined
      const late = lateMs(facts)
      if (late > 0)
        return {
          state: 'wrong',
          title: "Its container's figures are late",
          sentence: `${found?.containerName} tells what was ${durationInWords(late)} ago.`,
          evidence: [by(container, 'Newest in what it tells', found?.updateDate ?? '')],
          next: [openContainer(found?.containerName ?? '')],
          step: tellWebConnect(found?.containerName ?? ''),
        }
      const seconds = found?.clockOffsetSeconds ?? 0
      if (seconds === 0) return fine('Clock is correct.', by(container, 'Clock', 'correct'))
      const off = `${durationInWords(Math.abs(seconds) * 1000)} ${seconds < 0 ? 'behind' : 'ahead'}`
      return {
        state: 'wrong',
        title: "Its container's clock is wrong",
        sentence: `The clock of ${found?.containerName} is ${off}. The times here are corrected for it.`,
        evidence: [by(container, 'Clock', off)],
        next: [openContainer(found?.containerName ?? '')],
        step: tellWebConnect(found?.containerName ?? ''),
      }
    },
  },
  {
    code: 'container-silent',
    title: 'Others on the container',
    mostly: 'stops',
    followsFrom: ['common-cause', 'container-down'],
    scope: ofContainer,
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
          sentence: 'Nothing is known about the other panels since the container’s last answer.',
        }
      const others = container.connectionCount - (seen.state === 'gone' ? 0 : 1)
      const silent = container.silentCount - (seen.state === 'silent' ? 1 : 0)
      const evidence = [
        by(facts.container, 'Silent', `${Math.max(0, silent)} of ${Math.max(0, others)} others`),
        ...loadOf(facts),
      ]
      if (others < fewest || silent < others / 2)
        return fine(
          `${Math.max(0, others - silent)} of ${Math.max(0, others)} others on ${seen.container} are sending.`,
          ...evidence,
        )
      return {
        state: 'wrong',
        title: 'Others on its container are silent too',
        sentence: `${silent} of the ${others} other panels on ${seen.container} are silent too, so it is not this panel.`,
        evidence,
        next: [openContainer(seen.container)],
        step: tellWebConnect(seen.container),
      }
    },
  },
]

/** Of fewer others nothing follows. */
const fewest = 3

function containerDown(
  facts: Facts,
  { container: name, state }: NonNullable<ReturnType<typeof connectionOf>>,
  container: Exclude<ReturnType<typeof containerOf>, undefined>,
): Judgement {
  const since = container?.updateDate ?? null
  const { all, failing } = knownOf(facts.containers) ?? { all: 1, failing: 0 }
  const isAll = all > 1 && failing === all
  // One that left it before is not silent by it.
  const effect = state === 'gone' && !isAll ? 'beside' : 'stops'
  const last = since ? ` since ${since}` : ''
  return {
    state: 'wrong',
    effect,
    title: isAll ? 'WebConnect does not answer' : 'Its container does not answer',
    sentence: isAll
      ? `None of the ${all} containers of WebConnect answers${last}, so it is not this panel.`
      : container === null
        ? `${name} is no longer a container of WebConnect.`
        : `${name}, which the panel was connected to, has not reported its connections${last}.`,
    evidence: [
      by(facts.container, 'Last check', container?.problem ?? 'the container is gone'),
      { source: name, what: 'Last answer', value: since ?? 'never', at: since },
      by(facts.containers, 'Containers that do not answer', `${failing} of ${all}`),
      ...loadOf(facts),
    ],
    since: container?.checkedAt && since ? { at: container.checkedAt, known: 'seen', after: since } : null,
    ...(isAll && { scope: { kind: 'webconnect' as const, id: 'WebConnect' } }),
    next: [openContainer(name)],
    step: tellWebConnect(name),
  }
}
const connectionOf = ({ connection }: Facts) => knownOf(connection)
const containerOf = ({ container }: Facts) => knownOf(container)
