import { randomUUID } from 'node:crypto'
import type { Disabling, Tray } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { isThorough } from '../../../../../scripts/testing/thorough.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { base, flagStage } from './flag-stage.ts'

vi.setConfig({ testTimeout: 300_000 })

const cloudId = 'CBS0000060'
const remoteId = 'RP-000060'
const people = [0, 1] as const

/** What happens to one panel: two persons, servers that end what is due, or die of it, and a Portal that fails. */
type Step =
  | { does: 'order'; who: 0 | 1; hours: 1 | 4 | null }
  | { does: 'enable'; who: 0 | 1 }
  | { does: 'extend'; who: 0 | 1 }
  | { does: 'look'; minutes: number }
  | { does: 'die'; minutes: number; when: 'before' | 'after' }
  | { does: 'fail'; minutes: number; fault: 'garbage' | '500' }

const who = fc.constantFrom(...people)
const minutes = fc.constantFrom(45, 55, 61, 115, 250, 400)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('order'), who, hours: fc.constantFrom(1, 4, null) }),
  },
  fc.record({ does: fc.constant('enable'), who }),
  fc.record({ does: fc.constant('extend'), who }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('look'), minutes }) },
  fc.record({ does: fc.constant('die'), minutes, when: fc.constantFrom('before', 'after') }),
  fc.record({ does: fc.constant('fail'), minutes, fault: fc.constantFrom('garbage', '500') }),
) as fc.Arbitrary<Step>

describeOnOneDatabase('43.3 disabled for a time, whatever happens meanwhile', (database) => {
  const stage = flagStage(database, { console: {} })
  const { lookForEnds, panelOf, portalSays } = stage
  const db = () => database.get().db

  async function call<Data>(subject: string, method: 'GET' | 'POST' | 'DELETE', path: string) {
    const token = await stage
      .keys()
      .token({ sub: subject, resource_access: { 'support-console': { roles: ['support'] } } })
    const { code, envelope } = await stage.server('console').call(method, path, { token })
    return { code, data: envelope?.data as Data }
  }
  const migration = `${base}/devicemigration/${cloudId}`

  /** What a server held that is dead: others take it after its time. */
  async function forgetTheDead(): Promise<void> {
    await sql`update disabling set held_until = now() where cloud_id = ${cloudId}`.execute(db())
    await sql`update panel set flag_run_until = now() where cloud_id = ${cloudId} and flag_run_until is not null`.execute(
      db(),
    )
  }

  async function die(inMinutes: number, when: 'before' | 'after'): Promise<void> {
    const portal = stage.portalOf()
    let isDead = () => {}
    const dead = new Promise<void>((resolve) => {
      isDead = resolve
    })
    const dying: typeof portal = {
      ...portal,
      async setDisabled(...of) {
        if (when === 'after') await portal.setDisabled(...of)
        isDead()
        return new Promise(() => {})
      },
    }
    // Nothing may be due.
    await Promise.race([dead, lookForEnds(inMinutes, dying)])
    await forgetTheDead()
  }

  async function take(persons: readonly string[], it: Step): Promise<number | undefined> {
    const subject = 'who' in it ? (persons[it.who] ?? '') : ''
    switch (it.does) {
      case 'order':
        return (await call(subject, 'POST', it.hours ? `${migration}?hours=${it.hours}` : migration)).code
      case 'enable':
        return (await call(subject, 'DELETE', migration)).code
      case 'extend': {
        const { data } = await call<Disabling | null>(subject, 'GET', `${base}/disabled/${cloudId}`)
        if (data) return (await call(subject, 'POST', `${base}/disablings/${data.disablingId}/extend`)).code
        return undefined
      }
      case 'look':
        await Promise.all([lookForEnds(it.minutes), lookForEnds(it.minutes)])
        return undefined
      case 'die':
        await die(it.minutes, it.when)
        return undefined
      case 'fail':
        await stage.field().fault({ system: 'remote-portal', fault: it.fault })
        await lookForEnds(it.minutes)
        await stage.field().heal()
        await forgetTheDead()
        return undefined
    }
  }

  it('no panel stays disabled beyond its time, no end is untold, and none is told twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
        await call(randomUUID(), 'DELETE', migration)
        const persons = people.map(() => randomUUID())
        let staysDisabled = false
        for (const each of steps) {
          const code = await take(persons, each)
          if (each.does === 'order' || each.does === 'enable') expect(code, JSON.stringify(each)).toBe(200)
          if (each.does === 'order') staysDisabled = each.hours === null
          if (each.does === 'enable') staysDisabled = false
        }
        // Long after, by servers that live: what failed is tried again at its time.
        for (const month of [1, 2, 3]) await lookForEnds(month * 43_200)
        expect([(await panelOf(cloudId)).flagged, await portalSays(remoteId)]).toEqual([
          staysDisabled,
          staysDisabled,
        ])

        const rows = await db()
          .selectFrom('disabling')
          .select(['disabling_id', 'state'])
          .where('subject', 'in', persons)
          .orderBy('disabling_id')
          .execute()
        for (const { state } of rows) expect(['done', 'enabled', 'replaced']).toContain(state)
        const told: string[] = []
        for (const subject of persons) {
          const { data } = await call<Tray>(subject, 'GET', '/api/undertakings/v1/tray')
          for (const { about, work } of data.notices) if (about === 'ended') told.push(work.id)
        }
        expect(told.sort()).toEqual(rows.map((row) => row.disabling_id))
      }),
      isThorough ? { numRuns: 200 } : { numRuns: 20, seed: 45 },
    )
  })
})
