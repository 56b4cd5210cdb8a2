import { randomUUID } from 'node:crypto'
import type { DisabledPanel, Disabling, Tray } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { endSignOnsOf } from '../../platform/sign-on/end-sign-ons.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { base, flagStage } from './flag-stage.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('2.8 management that is disabled for a time', (database) => {
  const stage = flagStage(database, { console: {} })
  const { lookForEnds, panelOf, portalSays, asked } = stage
  const db = () => database.get().db
  const tokenOf = (subject: string, ...roles: string[]) =>
    stage.keys().token({ sub: subject, resource_access: { 'support-console': { roles } } })
  async function call<Data>(
    subject: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    role = 'support',
  ) {
    const token = await tokenOf(subject, role)
    const { code, envelope } = await stage.server('console').call(method, path, { token })
    return { code, message: envelope.message, data: envelope.data as Data }
  }
  const order = (subject: string, cloudId: string, time = 'hours=1') =>
    call(subject, 'POST', `${base}/devicemigration/${cloudId}?${time}`)
  const byHand = (subject: string, cloudId: string) =>
    call(subject, 'DELETE', `${base}/devicemigration/${cloudId}`)
  const listed = async (cloudId: string) => {
    const { data } = await call<{ panels: DisabledPanel[] }>(randomUUID(), 'GET', `${base}/disabled`)
    return data.panels.find((panel) => panel.cloudId === cloudId)
  }
  const until = async (cloudId: string) =>
    (await call<Disabling | null>(randomUUID(), 'GET', `${base}/disabled/${cloudId}`)).data
  const extend = (subject: string, id: string | undefined) =>
    call<Disabling>(subject, 'POST', `${base}/disablings/${id}/extend`)
  const noticesOf = async (subject: string) =>
    (await call<Tray>(subject, 'GET', '/api/undertakings/v1/tray')).data.notices.map(({ about, work }) => ({
      about,
      what: work.what,
      reason: work.reason,
    }))
  const stands = async (cloudId: string) => [
    (await panelOf(cloudId)).flagged,
    await portalSays(`RP-${cloudId.slice(-6)}`),
  ]
  const entriesOf = async (cloudId: string) => {
    const { rows } = await sql<{ result: string; email: string; message: string }>`
      select result, subject, message from user_action where object = ${`panel ${cloudId}`} and route = 'JOB panel-flag-end'
      order by id`.execute(db())
    return rows
  }

  it('the server enables it at the end for whom ordered it, told before and after, each once', async () => {
    const ann = randomUUID()
    const cloudId = 'CBS0000030'
    expect((await order(ann, cloudId)).message).toMatch(/is disabled .* now\. The console enables it at 20/)
    expect(await listed(cloudId)).toMatchObject({ disabling: { isRefused: false, reason: '' } })
    await lookForEnds(45)
    expect(await noticesOf(ann)).toEqual([])
    // Two servers, again and again.
    await Promise.all([51, 52, 53].map((minute) => lookForEnds(minute)))
    expect(await noticesOf(ann)).toEqual([{ about: 'soon', what: 'running', reason: '' }])
    expect(await stands(cloudId)).toEqual([true, true])
    const before = await asked('RP-000030')
    await Promise.all([61, 61, 62].map((minute) => lookForEnds(minute)))
    expect(await stands(cloudId)).toEqual([false, false])
    expect(await asked('RP-000030')).toBe(before + 1)
    expect(await noticesOf(ann)).toEqual([{ about: 'ended', what: 'done', reason: '' }])
    expect(await entriesOf(cloudId)).toMatchObject([
      { result: 'Intent', subject: ann, message: expect.stringContaining('it was disabled until') },
      { result: 'Success', subject: ann },
    ])
    await lookForEnds(70)
    expect(await entriesOf(cloudId)).toHaveLength(2)
    expect(await listed(cloudId)).toBeUndefined()
  })

  it('an end that was missed is done at the next start, however late', async () => {
    const ann = randomUUID()
    await order(ann, 'CBS0000031', 'hours=4')
    await lookForEnds(3 * 24 * 60)
    expect(await stands('CBS0000031')).toEqual([false, false])
    expect(await noticesOf(ann)).toMatchObject([{ about: 'ended', what: 'done' }])
  })

  it('goes on until the Remote Portal answers, and tells of the delay once', async () => {
    const ann = randomUUID()
    const cloudId = 'CBS0000032'
    await order(ann, cloudId)
    await stage.field().fault({ system: 'remote-portal', fault: '500' })
    await lookForEnds(61)
    await lookForEnds(61)
    await lookForEnds(65)
    expect(await noticesOf(ann)).toMatchObject([
      { about: 'soon', reason: expect.stringContaining('Remote Portal') },
    ])
    expect((await listed(cloudId))?.disabling?.reason).toContain('Remote Portal')
    await stage.field().heal()
    await lookForEnds(90)
    expect(await stands(cloudId)).toEqual([false, false])
    expect(await noticesOf(ann)).toEqual([{ about: 'ended', what: 'done', reason: '' }])
  })

  it('a second order takes the place of the first, whose end does nothing more', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const cloudId = 'CBS0000033'
    await order(ann, cloudId)
    await order(bob, cloudId, 'hours=4')
    expect(await noticesOf(ann)).toMatchObject([{ about: 'ended', what: 'replaced' }])
    await lookForEnds(70)
    expect(await stands(cloudId)).toEqual([true, true])
    await call(bob, 'POST', `${base}/devicemigration/${cloudId}`)
    expect(await until(cloudId)).toBeNull()
    await lookForEnds(300)
    expect(await stands(cloudId)).toEqual([true, true])
    expect(await noticesOf(bob)).toMatchObject([{ about: 'ended', what: 'replaced' }])
  })

  it('two persons who order at once leave one order', async () => {
    const people = [randomUUID(), randomUUID(), randomUUID()]
    const answers = await Promise.all(people.map((person) => order(person, 'CBS0000034')))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    const rows = await db()
      .selectFrom('disabling')
      .select('state')
      .where('cloud_id', '=', 'CBS0000034')
      .orderBy('state')
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['replaced', 'replaced', 'running'])
  })

  it('enabling by hand cancels the end, and its person is told by whom', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const cloudId = 'CBS0000035'
    await order(ann, cloudId)
    await byHand(bob, cloudId)
    expect(await noticesOf(ann)).toMatchObject([{ about: 'ended', what: 'enabled' }])
    await call(bob, 'POST', `${base}/devicemigration/${cloudId}`)
    await lookForEnds(70)
    expect(await stands(cloudId)).toEqual([true, true])
  })

  it('one press gives an hour more; another person who does so takes it over', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const cloudId = 'CBS0000036'
    await order(ann, cloudId)
    await lookForEnds(55)
    const first = await until(cloudId)
    const longer = await extend(ann, first?.disablingId)
    expect(Date.parse(longer.data.until) - Date.parse(first?.until ?? '')).toBe(3600_000)
    expect(await noticesOf(ann)).toEqual([])
    await lookForEnds(70)
    expect(await stands(cloudId)).toEqual([true, true])
    await lookForEnds(112)
    expect(await noticesOf(ann)).toMatchObject([{ about: 'soon', what: 'running' }])
    const others = await extend(bob, first?.disablingId)
    expect(others.data.disablingId).not.toBe(first?.disablingId)
    expect(await noticesOf(ann)).toMatchObject([{ about: 'ended', what: 'replaced' }])
    expect(await extend(ann, first?.disablingId)).toMatchObject({ code: 409 })
    await lookForEnds(125)
    expect(await stands(cloudId)).toEqual([true, true])
    await lookForEnds(185)
    expect(await stands(cloudId)).toEqual([false, false])
    expect(await noticesOf(bob)).toMatchObject([{ about: 'ended', what: 'done' }])
  })

  it('2.8 no number of presses keeps it disabled for more than 30 days from now', async () => {
    const cloudId = 'CBS0000029'
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)
    await order(randomUUID(), cloudId, `until=${inMinutes(30 * 24 * 60 - 90)}&timeZone=UTC`)
    const first = await until(cloudId)
    expect(await extend(randomUUID(), first?.disablingId)).toMatchObject({ code: 200 })
    const longer = await until(cloudId)
    expect(await extend(randomUUID(), longer?.disablingId)).toMatchObject({
      code: 409,
      message: 'Nothing was changed: management can be disabled for at most 30 days from now.',
    })
    expect(await until(cloudId)).toEqual(longer)
  })

  it('D16 whose right is gone has nothing done: it is told, entered, and left to a hand', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const [lost, ended, back] = ['CBS0000037', 'CBS0000038', 'CBS0000039']
    await order(ann, lost)
    await call(ann, 'GET', '/api/session/v1/access', 'auditor')
    for (const cloudId of [ended, back]) await order(cloudId === ended ? bob : ann, cloudId)
    await endSignOnsOf(db(), [{ issuer: stage.keys().issuer, subject: bob }])
    await lookForEnds(61)
    for (const cloudId of [lost, ended]) {
      expect(await stands(cloudId)).toEqual([true, true])
      expect((await listed(cloudId))?.disabling).toMatchObject({
        isRefused: true,
        reason: expect.stringContaining('may no longer'),
      })
      expect(await entriesOf(cloudId)).toMatchObject([{ result: 'Forbidden' }])
    }
    // Who ordered after that, might.
    expect(await stands(back)).toEqual([false, false])
    await lookForEnds(120)
    expect(await entriesOf(lost)).toHaveLength(1)
    expect((await noticesOf(ann)).map(({ what }) => what).sort()).toEqual(['done', 'refused'])
    await byHand(randomUUID(), lost)
    expect(await listed(lost)).toBeUndefined()
  })

  it('R43 a server dies after it has enabled: the next one tells it once, and asks nothing', async () => {
    const ann = randomUUID()
    const cloudId = 'CBS0000040'
    await order(ann, cloudId)
    const portal = stage.portalOf()
    const dying: typeof portal = {
      ...portal,
      async setDisabled(...of) {
        await portal.setDisabled(...of)
        return new Promise(() => {})
      },
    }
    void lookForEnds(61, dying)
    await expect.poll(() => stands(cloudId), { timeout: 60_000 }).toEqual([true, false])
    const before = await asked('RP-000040')
    // Another server holds back until the dead one's time is over.
    await lookForEnds(62)
    expect(await noticesOf(ann)).toEqual([])
    await sql`update disabling set held_until = now() where cloud_id = ${cloudId}`.execute(db())
    await sql`update panel set flag_run_until = now() where cloud_id = ${cloudId}`.execute(db())
    await Promise.all([lookForEnds(64), lookForEnds(64)])
    expect(await stands(cloudId)).toEqual([false, false])
    expect(await asked('RP-000040')).toBe(before)
    expect(await noticesOf(ann)).toMatchObject([{ about: 'ended', what: 'done' }])
  })

  it('R43 an order whose change had no outcome holds once the Portal says that it is disabled', async () => {
    const ann = randomUUID()
    const cloudId = 'CBS0000041'
    await stage.field().fault({ system: 'remote-portal', fault: 'garbage', method: 'PUT', times: 1 })
    expect((await order(ann, cloudId)).code).toBe(502)
    expect(await until(cloudId)).toBeNull()
    await stage.disableAtPortal('RP-000041')
    const { flag_run: runId } = await panelOf(cloudId)
    await stage.settle(cloudId, runId ?? '')
    expect(await until(cloudId)).toMatchObject({ isRefused: false })
    await lookForEnds(61)
    expect(await stands(cloudId)).toEqual([false, false])
  })

  it('bad input has its sentence at the field, and changes nothing', async () => {
    const cloudId = 'CBS0000042'
    for (const [time, field] of [
      ['until=2020-01-01T08:00&timeZone=Europe/Berlin', /until.* still to come/],
      ['until=2999-01-01T08:00&timeZone=UTC', /until.* within 30 days/],
      ['until=tomorrow&timeZone=UTC', /until.* a day and a time/],
      ['until=2026-11-27T08:00&timeZone=Mars/Olympus', /timeZone.* not a time zone/],
      ['until=2026-11-27T08:00', /timeZone.* together with until/],
      ['hours=2', /hours/],
    ] as const)
      expect(await order(randomUUID(), cloudId, time)).toMatchObject({
        code: 400,
        message: expect.stringMatching(field),
      })
    expect(await stands(cloudId)).toEqual([false, false])
  })
})
