import { randomUUID } from 'node:crypto'
import { factRights, plainSaid, sentenceOf, type Timeline } from '@support-console/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import type { Observation } from '../../platform/observations/observed.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { readTimeline } from './read-timeline.ts'
import type { Subject } from './source.ts'

const everything: May = () => true
const begin = Date.parse('2026-11-24T10:00:00.000Z')
const at = (minutes: number) => new Date(begin + minutes * 60_000).toISOString()

describeOnOneDatabase('issue 38 what was observed stands on a timeline by looks', (database) => {
  const db = () => database.get().db
  let last = 8901170000000800000n
  const newSim = (): Subject => ({ kind: 'sim', ids: [String(++last)] })
  const read = (subject: Subject, asked: Partial<Parameters<typeof readTimeline>[2]> = {}) =>
    readTimeline(db(), subject, { limit: 50, may: everything, ...asked })
  const said = ({ entries }: Timeline, subject: Subject) =>
    entries.map((entry) =>
      [entry, ...entry.steps].map((step) => plainSaid(sentenceOf(step, subject))).join(' | '),
    )
  /** One look: what each of these sources told, asked one after the other. */
  const look = (
    { kind, ids: [id = ''] }: Subject,
    minutes: number,
    told: Record<string, Record<string, string>>,
    by: Observation['look'] = { transactionId: randomUUID(), email: 'dana@example.com' },
  ) =>
    keepObservations(
      db(),
      Object.entries(told).map(
        ([source, fields], place): Observation => ({
          ...{ kind: kind as 'sim' | 'panel', id, source, tookMs: 5, look: by },
          askedAt: new Date(begin + minutes * 60_000 + place).toISOString(),
          said: { fields },
        }),
      ),
    )
  const active = { deviceStatus: 'Active', rawStatus: 'ACTIVATED', ipAddress: '10.0.0.1' }
  const suspended = { deviceStatus: 'Suspended', rawStatus: 'SUSPENDED', ipAddress: '' }

  it('D46 one look at three sources is one entry: who else said the same, and who looked', async () => {
    const sim = newSim()
    await look(sim, 0, { MobileBroker: active, Verizon: active, Connector: active })
    await look(sim, 5, {
      MobileBroker: { ...active, deviceStatus: 'Suspended' },
      Verizon: suspended,
      Connector: { ...active, ipAddress: '10.9.9.9' },
    })
    const told = await read(sim)
    expect(said(told, sim)).toEqual([
      'Verizon: Active → Suspended, IP address changed; Connector: IP address changed',
    ])
    expect(told.entries[0]).toMatchObject({
      kind: 'observation',
      by: 'dana@example.com',
      transactionId: null,
    })
    expect(told.entries[0]?.changes).toEqual([
      {
        field: 'deviceStatus',
        before: 'Active',
        after: 'Suspended',
        source: 'Verizon',
        alsoBy: ['MobileBroker'],
      },
      { field: 'ipAddress', before: '10.0.0.1', after: '', source: 'Verizon', alsoBy: [] },
      { field: 'ipAddress', before: '10.0.0.1', after: '10.9.9.9', source: 'Connector', alsoBy: [] },
    ])
    const may: May = (right) => right !== factRights.userAction
    expect((await read(sim, { may })).entries.map(({ by }) => by)).toEqual([''])
    expect((await read(sim, { by: 'dana@example.com' })).entries).toHaveLength(1)
  })

  it('D45 a source that may not be read is not told, nor that it said the same', async () => {
    const panel: Subject = { kind: 'panel', ids: ['CBS7300001'] }
    const [test, prod] = [{ environment: 'TEST' }, { environment: 'PROD' }]
    const flag = (managementDisabled: string) => ({ managementDisabled })
    await look(panel, 0, { Pathfinder: test, 'Remote Portal': flag('false') })
    await look(panel, 5, { Pathfinder: prod, 'Remote Portal': flag('true') })
    expect(said(await read(panel), panel)[0]).toContain('Pathfinder: Environment TEST → PROD')
    const may: May = (right) => right !== factRights.environment
    expect(said(await read(panel, { may }), panel)).toEqual([
      'Remote Portal: Management in Remote Portal Enabled → Disabled',
    ])
  })

  it('what an action found out is a step of that action', async () => {
    const sim = newSim()
    const transactionId = randomUUID()
    const by = { transactionId, email: 'pat@example.com' }
    await look(sim, 0, { Verizon: active })
    await appendEntries(db(), {
      transactionId,
      message: 'Deactivate SIM',
      object: `sim ${sim.ids[0] ?? ''}`,
      at: new Date(begin + 60_000),
    })
    await look(sim, 2, { Verizon: suspended }, by)
    expect(said(await read(sim), sim)).toEqual([
      'Deactivate SIM | Verizon: Active → Suspended, IP address changed',
    ])
  })

  it('what was kept before looks were known stands by its source and time', async () => {
    const sim = newSim()
    for (const [field, after] of Object.entries(suspended))
      await sql`insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
        values ('sim', ${sim.ids[0]}, 'Verizon', ${field}, 'x', ${after}, ${at(3)})`.execute(db())
    expect(said(await read(sim), sim)).toEqual(['Verizon: x → Suspended, IP address changed'])
  })

  it('looks that found no change are numbers of their quarter, each on one page', async () => {
    const sim = newSim()
    await look(sim, 0, { Verizon: active })
    for (const minutes of [1, 2, 20]) await look(sim, minutes, { Verizon: active, Connector: active })
    await look(sim, 30, { Verizon: suspended })
    await look(sim, 31, { Verizon: suspended })
    await look(sim, 40, { Verizon: active })
    const whole = await read(sim)
    const counted = ({ looks }: Timeline) => looks.map((each) => `${each.at.slice(11, 16)} ${each.count}`)
    expect(counted(whole)).toEqual(['10:30 1', '10:15 1', '10:00 3'])
    expect(whole.entries).toHaveLength(2)
    const first = await read(sim, { limit: 1 })
    const second = await read(sim, { limit: 1, before: first.before ?? '' })
    expect([counted(first), counted(second), second.before]).toEqual([
      [],
      ['10:30 1', '10:15 1', '10:00 3'],
      null,
    ])
    expect((await read(sim, { text: 'status' })).looks).toEqual([])
  })

  it('a search goes by the words that are shown, not by those of the program', async () => {
    const sim = newSim()
    await look(sim, 0, { Verizon: active })
    await look(sim, 5, { Verizon: suspended })
    for (const text of ['status', 'Device status verizon', 'suspended', 'IP address', 'dana@example.com'])
      expect((await read(sim, { text })).entries, text).toHaveLength(1)
    for (const text of ['deviceStatus', 'observation', 'ipAddress', 'rawStatus'])
      expect((await read(sim, { text })).entries, text).toHaveLength(0)
  })

  describe('of a panel at WebConnect', () => {
    let panels = 7_400_000
    const newPanel = (): Subject => ({ kind: 'panel', ids: [`CBS${++panels}`] })
    const seen = (panel: Subject, minutes: number, fields: Record<string, string>) =>
      look(
        panel,
        minutes,
        { WebConnect: { iccid: '8901170000000000013', host: '10.9.8.7', ...fields } },
        undefined,
      )
    const away = ({ ids: [id] }: Subject, how: string, from: number, to: number | null, container: string) =>
      sql`insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, carrier)
        values (${id}, ${how}, ${at(from)}, ${to === null ? null : at(to)}, ${container}, '', '')`.execute(
        db(),
      )
    const [one, two] = ['webconnect-1', 'webconnect-2']

    it('it leaves, is back, moves and falls silent', async () => {
      const panel = newPanel()
      await seen(panel, 0, { connection: 'connected', container: one })
      await seen(panel, 10, { connection: 'gone', container: one })
      await seen(panel, 17, { connection: 'connected', container: two })
      await seen(panel, 30, { connection: 'connected', container: one })
      await seen(panel, 40, { connection: 'silent', container: one })
      await seen(panel, 50, { connection: 'connected', container: one })
      expect(said(await read(panel), panel)).toEqual([
        'Heard again on webconnect-1',
        'Silent. Nothing received on webconnect-1',
        'Moved webconnect-2 → webconnect-1',
        'Back on webconnect-2',
        'Left webconnect-1',
      ])
    })

    it('an absence is told once, however short it was, with how long it was; another SIM stands beside it', async () => {
      const panel = newPanel()
      await seen(panel, 0, { connection: 'connected', container: one })
      await seen(panel, 10, { connection: 'gone', container: one })
      await away(panel, 'left', 10, 17, one)
      await seen(panel, 17, { connection: 'connected', container: two, iccid: '8901170000000000021' })
      await away(panel, 'left', 20, 24, two)
      await away(panel, 'silent', 60, null, two)
      const told = await read(panel)
      expect(said(told, panel)).toEqual([
        'Silent. Nothing received on webconnect-2',
        'Back on webconnect-2 after ',
        'Left webconnect-2',
        'WebConnect: SIM changed',
        'Back on webconnect-2 after ',
        'Left webconnect-1',
      ])
      expect(told.entries[1]?.since).toBe(at(20))
      expect((await read(panel, { kinds: ['connection'], limit: 2 })).entries).toHaveLength(2)
      const may: May = (right) => right !== factRights.session
      expect((await read(panel, { may })).entries).toEqual([])
    })

    it('an hour of many sessions is one entry, with how many and when', async () => {
      const panel = newPanel()
      await seen(panel, 0, { connection: 'connected', container: one })
      for (const minutes of [1, 2, 31]) await away(panel, 'left', minutes, minutes + 0.5, one)
      await away(panel, 'left', 61, 62, one)
      await sql`insert into webconnect_sessions (cloud_id, hour, begun) values
        (${panel.ids[0]}, ${at(0)}, 14), (${panel.ids[0]}, ${at(60)}, 1)`.execute(db())
      const told = await read(panel)
      expect(said(told, panel)).toEqual([
        'Back on webconnect-1 after ',
        'Left webconnect-1',
        'Reconnected 14 times until ',
      ])
      expect(told.entries[2]).toMatchObject({ at: at(0), times: 14, counts: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0] })
    })

    it('every entry stands on one page, the newest first', async () => {
      const panel = newPanel()
      for (let minutes = 0; minutes < 70; minutes += 10) await away(panel, 'left', minutes, minutes + 1, one)
      const all = (await read(panel)).entries.map(({ id }) => id)
      const paged: string[] = []
      for (let before: string | null = ''; before !== null; ) {
        const page: Timeline = await read(panel, { limit: 3, ...(before && { before }) })
        paged.push(...page.entries.map(({ id }) => id))
        before = page.before
      }
      expect([paged, new Set(all).size]).toEqual([all, 14])
    })
  })
})
