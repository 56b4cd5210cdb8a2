import { sql } from 'kysely'
import type { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { hearDatabase } from './hear-database.ts'

const patiently = { timeout: 60_000 }

describeOnOneDatabase('D37 the connection by which a server hears news', (database) => {
  it.skipIf('missing' in inject('postgres'))(
    'is made again where it has fallen silent, and ended at the stop',
    async () => {
      const { openSession } = database.get()
      if (!openSession) throw new Error('no sessions')
      const clock = createTestClock()
      const sessions: Client[] = []
      const over = new Set<Client>()
      const opening = async () => {
        const session = await openSession()
        sessions.push(session)
        session.once('end', () => over.add(session))
        return session
      }
      const heard: string[] = []
      let missed = 0
      const warned: string[] = []
      const log = { warn: (_facts: object, message: string) => warned.push(message) } as never
      const hearing = hearDatabase(
        { database: { ...database.get(), openSession: opening }, clock, log },
        (payload) => heard.push(payload),
        () => missed++,
      )
      const tell = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(database.get().db)
      await hearing.start()
      await tell('sim 1')
      await expect.poll(() => heard, patiently).toEqual(['sim 1'])
      await expect.poll(() => clock.pending(10_000), patiently).toBe(1)

      // As when the machine at its other end vanishes: nothing closes, and nothing comes.
      const socket = (sessions[0] as unknown as { connection: { stream: { pause(): void; resume(): void } } })
        .connection.stream
      socket.pause()
      await clock.advance(20_000)
      await clock.advance(10_000)
      await expect.poll(() => warned.length, patiently).toBe(1)
      await expect.poll(() => clock.pending(0), patiently).toBe(1)
      await clock.advance(1_000)
      await expect.poll(() => missed, patiently).toBe(1)
      await tell('sim 2')
      await expect.poll(() => heard, patiently).toContain('sim 2')
      socket.resume()

      await hearing.close()
      await expect.poll(() => over.size, patiently).toBe(sessions.length)
      expect([sessions.length, clock.pending(0)]).toEqual([2, 0])
    },
  )
})
