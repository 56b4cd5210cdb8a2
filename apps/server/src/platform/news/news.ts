import type { Readable } from 'node:stream'
import { type NewsKind, newsKinds, permissionsOf } from '@support-console/contract'
import { Gauge } from 'prom-client'
import type { Platform } from '../platform.ts'
import { problems } from '../problem.ts'
import type { EndedSignOns } from '../sign-on/ended-sign-ons.ts'
import { type User, userKey } from '../sign-on/user.ts'
import { createGathered } from './gathered.ts'
import { hearDatabase } from './hear-database.ts'
import { createReader, type Reader } from './reader.ts'

const allKinds = Object.keys(newsKinds) as NewsKind[]
/** Of one person: one for each browser that he has open; and of all on one server. */
const mostOfOne = 10
const mostOfAll = 2_000
/** When to come back, in seconds, who finds no place. */
const comeBack = 60
/** So long a first notice waits for others, in milliseconds: a batch settles many rows in a moment. */
const gatherMs = 100

/** What has changed, passed on from the database to whoever listens and may know (D37). */
export interface News {
  start(): Promise<void>
  /**
   * The stream of one browser; it ends with the token or the sign-on, and with this server.
   * @throws Problem TooMany
   */
  open(user: User): Readable
  /** Ends all streams. */
  close(): Promise<void>
}

export function createNews(parts: { platform: Platform; endedSignOns: EndedSignOns }): News {
  const { config, clock, metrics } = parts.platform
  const readers = new Map<Reader, string>()
  const gathered = createGathered()
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

  function gather(kind: NewsKind, id: string | null): void {
    gathered.add({ kind, id })
    if (isGathering) return
    isGathering = true
    clock.after(gatherMs, () => {
      isGathering = false
      const notices = gathered.take()
      for (const reader of readers.keys()) reader.tell(notices)
    })
  }

  const database = hearDatabase(
    parts.platform,
    (payload) => {
      const [kind, id] = payload.split(' ')
      // A newer server beside this one may announce what this one does not know.
      if (isKind(kind) && id) gather(kind, id)
    },
    () => {
      for (const kind of allKinds) gather(kind, null)
    },
  )

  return {
    start: database.start,
    open(user) {
      const key = userKey(user)
      const ofOne = [...readers.values()].filter((each) => each === key).length
      if (ofOne >= mostOfOne || readers.size >= mostOfAll) throw problems.tooMany(comeBack)
      const may = permissionsOf(user.roles, config.environment)
      const reader = createReader({
        clock,
        kinds: new Set(allKinds.filter((kind) => may.has(newsKinds[kind]))),
        endsInMs: user.expiresAt * 1000 - clock.now().getTime(),
        isOver: () => parts.endedSignOns.whyEnded(user) !== undefined,
        onEnd: () => readers.delete(reader),
      })
      readers.set(reader, key)
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

const isKind = (text: string | undefined): text is NewsKind =>
  text !== undefined && Object.hasOwn(newsKinds, text)
