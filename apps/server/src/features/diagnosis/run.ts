import {
  type Diagnosis,
  type Environment,
  factRights,
  type Permission,
  permissions,
  rolesThatMay,
} from '@support-console/contract'
import type { LastSaid } from '../../platform/observations/observations.store.ts'
import {
  currentLook,
  currentSpan,
  currentTraceId,
  inScope,
  isPatientNow,
} from '../../platform/request-scope.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { readSimDetail } from '../sim-information/index.ts'
import { staleAfterMs, verdictsFor } from '../states/index.ts'
import type { Looks } from '../webconnect/index.ts'
import {
  type Fact,
  type FactName,
  type Facts,
  type FactValues,
  factNames,
  isSimSource,
  knownOf,
  rightOf,
  sourceOf,
} from './facts.ts'
import { historyOf } from './history-of.ts'
import { diagnosisOf } from './judge.ts'
import { isOfEngineers, keepVerdicts } from './keep-verdict.ts'
import { othersInSession } from './others-in-session.ts'
import { type KeptParts, readKeptSims } from './read-kept.ts'
import { readKeptPanels } from './read-kept-panels.ts'
import { type LiveParts, type LiveRead, panelReads, simReads } from './read-live.ts'

/** So long a look at a container stands for another one, in milliseconds: hardly, where a person asks. */
const lookCountsMs = { person: 2_000, patient: 15_000 } as const

/** So many others are looked at. */
const mostOthers = 2

export type Parts = KeptParts & LiveParts & { looks: Looks }

/** A diagnosis that is being made, for all who ask the same with the same rights meanwhile: each fact is read once. */
export interface Run {
  /** What is known so far. */
  latest(): Diagnosis
  /** Settled when our own database has been read; rejects when it could not be. */
  readonly begun: Promise<void>
  /** Settled when nothing waits any more. */
  readonly ended: Promise<void>
  /** Told whenever something has become known. @returns ends it */
  onChange(listener: () => void): () => void
  /** Ends what is still being asked. */
  stop(reason: Error): void
}

export interface Asked {
  kind: 'panel' | 'sim'
  id: string
  may: May
}

export function startRun(parts: Parts, { kind, id, may }: Asked): Run {
  const { platform } = parts
  const { clock, config, log } = platform
  const end = new AbortController()
  /** What was known when the caller had gone. */
  let left: Facts | undefined
  end.signal.addEventListener('abort', () => {
    left = { ...facts }
  })
  const listeners = new Set<() => void>()
  /** What systems said of the SIM before. */
  let said: readonly LastSaid[] = []
  const askedAt = clock.now().toISOString()
  const facts: Facts = {
    ...nothingYet(may, config.environment),
    cloudId: kind === 'panel' ? id : null,
    iccid: kind === 'sim' ? id : null,
    now: askedAt,
    host: config.environment,
    whoNeeds: whoNeeds(may, config.environment),
    lacks: lacksOf(may, config.environment),
    ...webConnectTimes(parts.times),
  }
  const put = (some: Partial<Facts>) => {
    Object.assign(facts, withheld(some, may, config.environment))
    facts.now = clock.now().toISOString()
    for (const tell of listeners) tell()
  }

  /** Neighbours are asked side by side; one that fails in an unforeseen way leaves the others alone. */
  const askLive = (reads: readonly LiveRead[]): Promise<unknown> => {
    const allowed = reads.filter(({ name }) => may(rightOf(name)))
    put(Object.fromEntries(reads.map(({ name, source }) => [name, waitingFor(source, clock.now())])))
    return Promise.all(
      allowed.map(async ({ name, source, read }) => {
        const at = clock.now().toISOString()
        const fact = await read(end.signal).catch((error: unknown) => {
          if (!end.signal.aborted) log.error({ err: error, source }, 'a fact of a diagnosis cannot be read')
          const why = end.signal.aborted
            ? 'The console stopped waiting before the answer came.'
            : 'The console could not read it. Tell the administrator.'
          return { is: 'unanswered', how: 'no-answer', source, at, why } as const
        })
        put({ [name]: fact, ...noticed(name, fact) })
      }),
    )
  }

  /** What a system says otherwise than it last did is a change, though none is kept of it yet. */
  const noticed = (name: FactName, fact: Fact<unknown>): Partial<Facts> => {
    const { changes } = facts
    if (!isSimSource(name) || fact.is !== 'known' || fact.at === null || changes.is !== 'known') return {}
    const { source, at } = fact
    const last = said.find((report) => report.source === source)
    const now = fact.value as FactValues['carrier']
    const more = (['deviceStatus', 'onlineStatus', 'imei'] as const).flatMap((field) => {
      const [before = '', after = ''] = [last?.fields?.[field], now?.[field]]
      return before === '' || after === '' || before === after
        ? []
        : [
            {
              id,
              source,
              field,
              before,
              after,
              at: new Date(at),
              notAt: last?.askedAt ?? null,
            },
          ]
    })
    return more.length > 0 ? { changes: { ...changes, value: [...more, ...changes.value] } } : {}
  }

  async function read(): Promise<void> {
    const live: Promise<unknown>[] = []
    if (facts.cloudId !== null) {
      const kept = (await readKeptPanels(parts, [facts.cloudId], { may, isOne: true })).get(facts.cloudId)
      put({ ...kept?.facts, iccid: simOf(kept?.facts) })
      live.push(askLive(panelReads(parts, facts)), lookAgain(facts.cloudId))
    }
    const { iccid } = facts
    if (iccid !== null) {
      const kept = (await readKeptSims(parts, [iccid], may)).get(iccid)
      said = kept?.said ?? []
      put(kept?.facts ?? {})
      live.push(askLive(simReads(parts, facts)).then(askOthers))
    }
    live.push(readChanges())
    hasBegun = true
    begun.resolve()
    await Promise.all(live)
    const known = left ?? facts
    const last = diagnosisOf(known, askedAt)
    // A fact that no finding needs any more may still have been asked for when the reader went with the verdict.
    if (last.findings.some(({ state }) => state === 'waiting') || verdictsFor(may) === null) return
    const ofMost = (right: Permission) => may(right) && !isOfEngineers(right)
    const unreserved = { ...known, ...withheld(known, ofMost, config.environment) }
    await keepVerdicts(platform, kind, id, {
      thing_finding: last,
      thing_finding_unreserved: diagnosisOf(unreserved, askedAt),
    })
  }

  /** Where the SIM has no session, and the panel stopped with others, two of theirs are looked at: nothing else tells the two apart. */
  async function askOthers(): Promise<void> {
    const { findings } = diagnosisOf(facts, askedAt)
    const [cause] = knownOf(facts.commonCauses) ?? []
    const isOffline = findings.some(({ code, state }) => code === 'sim-offline' && state === 'wrong')
    const others = (knownOf(facts.others) ?? []).filter(({ iccid }) => iccid !== facts.iccid)
    if (!cause || !isOffline || !may(rightOf('others')) || others.some(({ online }) => online)) return
    put({ others: waitingFor(facts.carrier.source, clock.now()) })
    await Promise.all(
      others
        .slice(0, mostOthers)
        .map(({ iccid }) => readSimDetail(parts, { simId: iccid, source: 'vendor', signal: end.signal })),
    ).catch((error: unknown) => log.warn({ err: error }, 'the SIMs of others cannot be looked at'))
    await platform.observations.written()
    const { scope, id: of, at } = cause
    const value = await othersInSession(platform.db, { scope, id: of, at })
    put({ others: { is: 'known', value, source: facts.carrier.source, at: clock.now().toISOString() } })
  }

  /** The panel's container is looked at now, unless that was done a moment ago. */
  async function lookAgain(cloudId: string): Promise<void> {
    const name = knownOf(facts.connection)?.container
    const lookedAt = knownOf(facts.container)?.checkedAt
    const at = clock.now()
    const counts = lookCountsMs[isPatientNow() ? 'patient' : 'person']
    const isNew = lookedAt !== undefined && at.getTime() - Date.parse(lookedAt) < counts
    if (name && lookedAt !== undefined && !isNew && may(rightOf('look'))) {
      put({ look: waitingFor(sourceOf('look'), at) })
      await parts.looks.at(name)
      const kept = (await readKeptPanels(parts, [cloudId], { may, isOne: true })).get(cloudId)
      put(kept?.facts ?? {})
    }
    put({ look: { is: 'known', value: !isNew, source: sourceOf('look'), at: at.toISOString() } })
  }

  /** What was changed here before the silence, beside what neighbours are asked for. */
  async function readChanges(): Promise<void> {
    const read = () => historyOf(parts, facts, may)
    const history = await read().catch((error: unknown): Facts['history'] => {
      log.error({ err: error, kind, id }, 'what changed before cannot be read')
      return { is: 'unanswered', how: 'no-answer', source: 'Console', at: askedAt, why: changesUnread }
    })
    put({ history })
  }

  const begun = Promise.withResolvers<void>()
  let hasBegun = false
  // In the trace of the first caller, whose answer it is.
  const scope = {
    transactionId: crypto.randomUUID(),
    email: currentLook()?.email,
    traceId: currentTraceId(),
    span: currentSpan(),
    isPatient: isPatientNow(),
  }
  const ended = inScope(scope, read).catch((error: unknown) => {
    // Before it has begun, the caller is told.
    if (hasBegun) log.error({ err: error, kind, id }, 'a diagnosis was given, but not kept')
    begun.reject(error)
  })
  begun.promise.catch(() => {})
  return {
    latest: () => diagnosisOf(facts, askedAt),
    begun: begun.promise,
    ended,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: (reason) => end.abort(reason),
  }
}

/** Whose SIM it is that is looked at: that of the session that the panel has, else the inventory's, else that of its last session. */
export function simOf(panel: Pick<Facts, 'panel' | 'connection'> | undefined): string | null {
  const connection = panel?.connection.is === 'known' ? panel.connection.value : null
  const inInventory = panel?.panel.is === 'known' ? panel.panel.value?.sims[0] : undefined
  const live = connection && connection.state !== 'gone' ? connection.iccid : ''
  return live || inInventory || connection?.iccid || null
}

/** Nothing is known; what the reader may not read never will be. */
export const nothingYet = (may: May, environment: Environment) =>
  withheld(
    Object.fromEntries(factNames.map((name) => [name, waitingFor(sourceOf(name), undefined)])),
    may,
    environment,
  ) as Pick<Facts, FactName>

export const webConnectTimes = ({ silentMinutes, intervalMs }: Parts['times']) => ({
  silentMinutes,
  staleAfterMs: staleAfterMs({ intervalMs }),
})

const waitingFor = (source: string, since: Date | undefined) => ({
  is: 'waiting' as const,
  source,
  at: since?.toISOString() ?? null,
})

const changesUnread = 'The changes could not be read.'

/** Which role it takes to be told who changed something; null: the reader is told. */
export const whoNeeds = (may: May, environment: Environment): string | null =>
  may(factRights.userAction) ? null : rolesThatMay(factRights.userAction, environment).join(' or ')

/** Who has the rights that a reader lacks. */
export const lacksOf = (may: May, environment: Environment): Facts['lacks'] =>
  Object.fromEntries(
    permissions.filter((right) => !may(right)).map((right) => [right, rolesThatMay(right, environment)]),
  )

/** What the reader may not read never gets into a finding. */
export function withheld(some: Partial<Facts>, may: May, environment: Environment): Partial<Facts> {
  const hidden = factNames.flatMap((name) => {
    if (!some[name] || may(rightOf(name))) return []
    const roles = rolesThatMay(rightOf(name), environment).join(' or ')
    return [[name, { is: 'withheld', source: sourceOf(name), at: null, why: `needs role ${roles}` } as const]]
  })
  const { history } = some
  const told = history?.is === 'known' && {
    history: { ...history, value: history.value.filter(({ right }) => may(right)) },
  }
  return { ...some, ...told, ...Object.fromEntries(hidden) }
}
