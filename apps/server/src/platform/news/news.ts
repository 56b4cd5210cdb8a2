import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { factRights, type NewsKind, type Notice, newsKinds, type Permission } from '@support-console/contract'
import { Gauge } from 'prom-client'
import type { Platform } from '../platform.ts'
import { problems } from '../problem.ts'
import { type EndedSignOns, signOnsEnded } from '../sign-on/ended-sign-ons.ts'
import { type User, userKey } from '../sign-on/user.ts'
import { createGathered } from './gathered.ts'
import { hearDatabase } from './hear-database.ts'
import { createReader, type Reader } from './reader.ts'

const allKinds = Object.keys(newsKinds) as NewsKind[]
/** Of one person: one for each browser that they have open; and of all on one server. */
const mostOfOne = 10
const mostOfAll = 2_000
/** When to come back, in seconds, who finds no place. */
const comeBack = 60
/** So long a first notice waits for others, in milliseconds: a batch settles many rows in a moment. */
const gatherMs = 100

/** What has changed, passed on from the database to anyone who listens and may know (D37). */
export interface News {
  /** From now on it hears what the database announces. */
  start(): Promise<void>
  /**
   * The stream of one browser; it ends with this server.
   * @throws Problem TooMany
   */
  open(user: User): Readable
  /** Ends all streams. */
  close(): Promise<void>
}

/** @param parts.onEnded told of each piece of lasting work that has ended, on whichever server; null: some may have, unheard */
export function createNews(parts: {
  platform: Platform
  endedSignOns: Pick<EndedSignOns, 'refresh'>
  onEnded: (ended: { kind: string; id: string } | null) => void
}): News {
  const { clock, metrics } = parts.platform
  /** Each with its user, and how the database addresses them. */
  const readers = new Map<Reader, { user: User; address: string }>()
  const toAll = createGathered()
  /** News of a panel that only its environment, or its session, brings: for those who may read that (D45). */
  const ofFact = { environment: createGathered(), session: createGathered() }
  const toOne = new Map<string, ReturnType<typeof createGathered>>()
  let isGathering = false
  let isClosed = false

  new Gauge({
    name: 'news_streams',
    help: 'Browsers that listen to the news of this server',
    registers: [metrics.registry],
    collect() {
      this.set(readers.size)
    },
  })

  /** @param to whom alone it is told; nothing is kept for a person who does not listen here */
  function gather(notice: Notice, to?: string): void {
    if (to === undefined) toAll.add(notice)
    else if (countOf(to) > 0) {
      const toThem = toOne.get(to) ?? createGathered()
      toOne.set(to, toThem)
      toThem.add(notice)
    }
    passSoon()
  }

  /** @param byToken of a person's scripts alone, or of their browser: neither takes the other's place */
  const countOf = (to: string, byToken?: boolean) =>
    [...readers.values()].filter(
      ({ address, user }) =>
        address === to && (byToken === undefined || (user.personalToken !== undefined) === byToken),
    ).length

  function passSoon(): void {
    if (isGathering) return
    isGathering = true
    clock.after(gatherMs, pass)
  }

  function pass(): void {
    isGathering = false
    const notices = toAll.take()
    const [environments, sessions] = [ofFact.environment.take(), ofFact.session.take()]
    const own = new Map(Array.from(toOne, ([to, gathered]) => [to, gathered.take()]))
    toOne.clear()
    for (const [reader, { user, address }] of readers) {
      const more = [
        ...(user.may(factRights.environment) ? environments : []),
        ...(user.may(factRights.session) ? sessions : []),
      ]
      const told = notices.filter(({ kind, id }) => newsKinds[kind] !== 'by-id' || mayHear(user, id))
      reader.tell([...told, ...more, ...(own.get(address) ?? [])])
    }
  }

  const database = hearDatabase(
    parts.platform,
    (payload) => {
      const [kind, id, to] = payload.split(' ')
      if (!kind || !id) return
      if (kind === signOnsEnded) return void parts.endedSignOns.refresh()
      if (kind === 'ended' && to) return parts.onEnded({ kind: id, id: to })
      if (kind === 'environment' || kind === 'session') {
        ofFact[kind].add({ kind: 'panel', id })
        return passSoon()
      }
      // Of all panels of a container.
      if (kind === 'sessions') {
        ofFact.session.add({ kind: 'panel', id: null })
        return passSoon()
      }
      // A newer server beside this one may announce what this one does not know.
      if (isKind(kind) && isOwn(kind) === (to !== undefined)) gather({ kind, id }, to)
    },
    () => {
      for (const kind of allKinds) gather({ kind, id: null })
      parts.onEnded(null)
      void parts.endedSignOns.refresh()
    },
  )

  return {
    start: database.start,
    open(user) {
      const address = addressOf(user)
      if (countOf(address, user.personalToken !== undefined) >= mostOfOne || readers.size >= mostOfAll)
        throw problems.tooMany(comeBack)
      const reader = createReader({
        clock,
        kinds: new Set(allKinds.filter((kind) => isTold(newsKinds[kind], user))),
        onEnd: () => readers.delete(reader),
      })
      readers.set(reader, { user, address })
      if (isClosed) reader.end()
      return reader.stream
    },
    async close() {
      isClosed = true
      for (const reader of [...readers.keys()]) reader.end()
      await database.close()
    },
  }
}

const isKind = (text: string): text is NewsKind => Object.hasOwn(newsKinds, text)
/** News of these kinds each have a person to whom they are told. */
const isOwn = (kind: NewsKind): boolean => newsKinds[kind] === 'own'

/** Whether a user may hear of a kind at all. */
const isTold = (right: (typeof newsKinds)[NewsKind], { may }: User): boolean =>
  right === 'own' || right === 'by-id' || may(right)
/** Of a notice whose id names rights. */
const mayHear = ({ may }: User, id: string | null): boolean =>
  id === null || id.split(',').every((right) => may(right as Permission))

/** As `tell_person` has it (news.schema.ts). */
const addressOf = (user: User): string => createHash('sha256').update(userKey(user)).digest('hex')
