import { randomUUID } from 'node:crypto'
import type { Enabling, Tray } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { endSignOnsOf } from '../../platform/sign-on/end-sign-ons.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { enablePanels } from './enable-panels.ts'
import { keepEnabling } from './enabling.store.ts'
import { base, flagStage } from './flag-stage.ts'

vi.setConfig({ testTimeout: 120_000 })

const never = { stopping: new AbortController().signal, lost: new AbortController().signal }

describeOnOneDatabase('issue 43 management of several panels is enabled by one order', (database) => {
  const stage = flagStage(database, { console: {} })
  const { panelOf, portalSays, asked } = stage
  const db = () => database.get().db
  const tokenOf = (subject: string) =>
    stage.keys().token({ sub: subject, resource_access: { 'support-console': { roles: ['support'] } } })
  async function call<Data>(
    subject: string,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    id?: string,
  ) {
    const { code, envelope } = await stage.server('console').call(method, path, {
      token: await tokenOf(subject),
      ...(body && { body }),
      ...(id && { transactionId: id }),
    })
    return { code, message: envelope.message, data: envelope.data as Data }
  }
  const begin = (subject: string, cloudIds: string[], id = randomUUID()) =>
    call<Enabling>(subject, 'POST', `${base}/enablings?reason=Work+is+done`, { cloudIds }, id)
  const read = async (subject: string, id: string) =>
    (await call<Enabling>(subject, 'GET', `${base}/enablings/${id}`)).data
  const ended = async (subject: string, id: string) => {
    await expect.poll(async () => (await read(subject, id)).isRunning, { timeout: 100_000 }).toBe(false)
    return read(subject, id)
  }
  /** An order whose job no server has taken up. */
  async function keptFor(subject: string, cloudIds: string[]) {
    const [enablingId, transactionId] = [randomUUID(), randomUUID()]
    const behalf = {
      ...{ transaction_id: transactionId, issuer: stage.keys().issuer, subject, email: 'ann@example.com' },
      ...{ session_id: '', token_id: '', remote_address: '' },
    }
    await db()
      .transaction()
      .execute((trx) => keepEnabling(trx, { enablingId, cloudIds, why: '', ...behalf }))
    return { enablingId, transactionId }
  }
  const stands = async (cloudId: string) => [
    (await panelOf(cloudId)).flagged,
    await portalSays(`RP-${cloudId.slice(-6)}`),
  ]
  const parts = () => ({
    platform: stage.server('console').app.platform,
    portal: stage.portalOf(),
    jobs: { send: async () => {} } as never,
    answerWithinMs: 20_000,
  })

  it('goes on without the page: a result and an entry for each, and one end is told', async () => {
    const ann = randomUUID()
    const cloudIds = ['CBS0000050', 'CBS0000051', 'CBS9999999']
    for (const cloudId of cloudIds.slice(0, 2)) await stage.disable('console', cloudId)
    const id = randomUUID()
    const { data, code } = await begin(ann, cloudIds, id)
    expect([code, data.panels.map(({ cloudId }) => cloudId)]).toEqual([200, cloudIds])
    expect((await begin(ann, cloudIds, id)).data.enablingId).toBe(data.enablingId)
    const { panels } = await ended(ann, data.enablingId)
    expect(panels).toMatchObject([
      { state: 'enabled', message: expect.stringContaining('is enabled in the Remote Portal') },
      { state: 'enabled' },
      { state: 'failed', message: 'not found: there is no panel CBS9999999.' },
    ])
    for (const cloudId of cloudIds.slice(0, 2)) expect(await stands(cloudId)).toEqual([false, false])
    const entries = await stage.auditOf(id)
    expect(entries.filter(({ object }) => object === 'panel CBS0000050')).toMatchObject([
      { result: 'Intent', detail: expect.stringContaining('Work is done') },
      { result: 'Success', message: 'Enable management of panel CBS0000050 in the Remote Portal' },
    ])
    const { data: tray } = await call<Tray>(ann, 'GET', '/api/undertakings/v1/tray')
    expect(tray.notices).toMatchObject([
      { work: { kind: 'enabling', state: 'incomplete', counts: { total: 3, done: 2, failed: 1 } } },
    ])
  })

  it('D16 a person who may no longer has nothing done, and each panel says so', async () => {
    const bob = randomUUID()
    const [first, second] = ['CBS0000052', 'CBS0000053']
    await stage.disable('console', first)
    const { enablingId, transactionId } = await keptFor(bob, [first, second])
    await endSignOnsOf(db(), [{ issuer: stage.keys().issuer, subject: bob }])
    await enablePanels(parts(), enablingId, never)
    const { panels, isRunning } = await read(randomUUID(), enablingId)
    expect(isRunning).toBe(false)
    expect(panels.map(({ state }) => state)).toEqual(['refused', 'refused'])
    expect(panels[0]?.message).toContain('may no longer change panels, so nothing was changed.')
    expect(await stands(first)).toEqual([true, true])
    expect((await stage.auditOf(transactionId)).map(({ result }) => result)).toEqual([
      'Forbidden',
      'Forbidden',
      'Error',
    ])
  })

  it('R43 R44 a server dies after it has enabled: another goes on and asks nothing twice', async () => {
    const ann = randomUUID()
    const [first, second] = ['CBS0000057', 'CBS0000058']
    for (const cloudId of [first, second]) await stage.disable('console', cloudId)
    const before = await asked('RP-000057')
    const { enablingId } = await keptFor(ann, [first, second])
    const { portal } = parts()
    const dying: typeof portal = {
      ...portal,
      async setDisabled(...of) {
        await portal.setDisabled(...of)
        return new Promise(() => {})
      },
    }
    void enablePanels({ ...parts(), portal: dying }, enablingId, never)
    for (const cloudId of [first, second])
      await expect.poll(() => stands(cloudId), { timeout: 60_000 }).toEqual([true, false])
    // Its changes are over by then.
    await sql`update panel set flag_run_until = now() where cloud_id in (${first}, ${second})`.execute(db())
    // Two servers take it up: each takes it over from the one before, and only the last one writes.
    const runs = [1, 2].map(() => enablePanels(parts(), enablingId, never))
    await Promise.all(runs)
    const { panels, isRunning } = await read(ann, enablingId)
    expect([isRunning, ...panels.map(({ state }) => state)]).toEqual([false, 'enabled', 'enabled'])
    for (const cloudId of [first, second]) expect(await stands(cloudId)).toEqual([false, false])
    expect(await asked('RP-000057')).toBe(before + 1)
    const { data: tray } = await call<Tray>(ann, 'GET', '/api/undertakings/v1/tray')
    expect(tray.notices).toMatchObject([{ work: { kind: 'enabling', state: 'succeeded' } }])
  })

  it('bad input begins nothing, with a sentence', async () => {
    for (const [cloudIds, said] of [
      [[], 'must name one at least'],
      [['CBS0000059', 'cbs0000059'], 'must name each panel once'],
      [['no id!'], 'Alphanumeric only'],
    ] as const)
      expect(await begin(randomUUID(), [...cloudIds])).toMatchObject({
        code: 400,
        message: expect.stringContaining(said),
      })
  })
})
