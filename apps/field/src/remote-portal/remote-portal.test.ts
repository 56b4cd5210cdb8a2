import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { call, startField } from '../testing/start-field.ts'

let field: RunningField
beforeAll(async () => {
  field = await startField()
})
afterAll(() => field.close())

const url = (remoteId: string, at = field) => `${at.url}/remote-portal/api/v1/panels/${remoteId}/management`
const headers = { 'x-api-key': 'demo-portal-key' }
const read = (remoteId: string, at = field) => call(url(remoteId, at), { headers })
const set = (remoteId: string, body: unknown, at = field) =>
  call(url(remoteId, at), { method: 'PUT', headers, body })

describe('docs/neighbours/panel-systems.md: Remote Portal', () => {
  it('reads whether management of a panel is disabled', async () => {
    expect((await read('RP-000001')).body).toEqual({
      remoteId: 'RP-000001',
      managementDisabled: false,
      changedAt: expect.stringMatching(/Z$/),
    })
    expect((await read('RP-000002')).body).toMatchObject({ managementDisabled: true })
  })

  it('sets it, is idempotent, and is read back', async () => {
    const first = await set('RP-000100', { managementDisabled: true })
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({ remoteId: 'RP-000100', managementDisabled: true }),
    ])
    expect((await set('RP-000100', { managementDisabled: true })).body).toEqual(first.body)
    expect((await read('RP-000100')).body).toEqual(first.body)
    expect((await set('RP-000100', { managementDisabled: false })).body).toMatchObject({
      managementDisabled: false,
    })
  })

  it('keeps it over a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'field-'))
    try {
      for (const expected of [false, true]) {
        const again = await startField({ dataDir })
        try {
          expect((await read('RP-000101', again)).body).toMatchObject({ managementDisabled: expected })
          await set('RP-000101', { managementDisabled: true }, again)
        } finally {
          await again.close()
        }
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('refuses a wrong key, an unknown panel, a body that says nothing', async () => {
    const wrong = await call(url('RP-000001'), { headers: { 'x-api-key': 'x' } })
    expect([wrong.status, wrong.body]).toEqual([401, expect.objectContaining({ error: 'UNAUTHORIZED' })])
    for (const remoteId of ['RP-999999', 'RP-000006', 'rp-000001', '1%20or%201'])
      expect([(await read(remoteId)).status, (await read(remoteId)).body]).toEqual([
        404,
        { error: 'PANEL_NOT_FOUND', message: 'No panel has this Remote Portal ID.' },
      ])
    for (const body of [{}, { managementDisabled: 'true' }, [], 'x'])
      expect((await set('RP-000001', body)).status).toBe(400)
    expect((await call(`${field.url}/remote-portal/api/v1/nothing`, { headers })).status).toBe(404)
  })

  it('demo world: RP-000005 is locked; the answer about RP-000008 is lost after the change', async () => {
    expect(await set('RP-000005', { managementDisabled: true })).toMatchObject({
      status: 409,
      body: { error: 'PANEL_LOCKED' },
    })
    expect((await read('RP-000005')).body).toMatchObject({ managementDisabled: false })
    await expect(set('RP-000008', { managementDisabled: true })).rejects.toThrow()
    expect((await read('RP-000008')).body).toMatchObject({ managementDisabled: true })
  })

  it('counts what it was asked, also of what it refused', async () => {
    const { body } = await call(`${field.url}/control/requests?system=remote-portal&iccid=RP-000005`)
    expect((body as { counts: unknown[] }).counts).toEqual(
      expect.arrayContaining([{ system: 'remote-portal', action: 'disable', iccid: 'RP-000005', count: 1 }]),
    )
  })
})

describe('D2 faults by method and after some requests', () => {
  const fault = (body: unknown) => call(`${field.url}/control/faults`, { method: 'POST', body })

  it('a fault of PUT lets readings through, and is over after its times', async () => {
    await fault({ system: 'remote-portal', fault: '500', method: 'PUT', times: 1 })
    expect((await read('RP-000102')).status).toBe(200)
    const failed = await set('RP-000102', { managementDisabled: true })
    expect([failed.status, failed.body]).toEqual([500, expect.objectContaining({ error: 'INTERNAL' })])
    expect((await set('RP-000102', { managementDisabled: true })).status).toBe(200)
  })

  it('a fault after one request lets that through', async () => {
    await fault({ system: 'remote-portal', fault: '500', method: 'GET', after: 1, times: 1 })
    const codes = []
    for (let i = 0; i < 3; i++) codes.push((await read('RP-000103')).status)
    expect(codes).toEqual([200, 500, 200])
  })

  it('refuses a method that there is not', async () => {
    expect((await fault({ system: 'pathfinder', fault: '500', method: 'PATCH' })).status).toBe(400)
  })
})
