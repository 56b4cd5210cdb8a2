import { afterEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../testing/databases.ts'
import { openHttpStage } from '../../../testing/http-stage.ts'
import { fastField, startField } from '../../../testing/test-field.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { sample } from '../answers-stage.ts'
import { fieldCarriers, fieldParts } from '../field-stage.ts'
import { createLoginBrake } from './login-brake.ts'
import { createVerizon } from './verizon.adapter.ts'
import { VerizonClient } from './verizon.client.ts'

const iccid = '89148000000000001231'
const open: { close: () => Promise<void> }[] = []

describeOnEachDatabase("integration 5 Verizon's login over all servers and their restarts", (database) => {
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close()
    await database.get().db.deleteFrom('verizon_login').execute()
  })

  /** Verizon, which takes one password; `server` is another start of the console. */
  async function verizon() {
    const world = { password: 'right', logins: 0, breaksOff: false, inside: 0, most: 0, session: '' }
    const stage = await openHttpStage(async ({ path, headers, body }) => {
      if (path === '/token') return { body: '{"access_token":"a","expires_in":3600}' }
      if (path === '/session/login') {
        world.most = Math.max(world.most, ++world.inside)
        await new Promise((resolve) => setImmediate(resolve))
        world.inside--
        world.logins++
        if (world.breaksOff) return { status: 503, body: '' }
        if (JSON.parse(body).password !== world.password)
          return { status: 400, body: sample('verizon/error-400-login.json') }
        world.session = `s${world.logins}`
        return { body: JSON.stringify({ sessionToken: world.session }) }
      }
      if (headers['vz-m2m-token'] !== world.session)
        return { status: 400, body: sample('verizon/error-400-session-expired.json') }
      return { body: sample('verizon/device.json') }
    })
    open.push(stage)
    const server = (password: string) => {
      const outbound = createTestOutbound()
      open.push(outbound)
      const settings = {
        baseUrl: stage.url,
        tokenUrl: `${stage.url}/token`,
        key: 'k',
        secret: 's',
        username: 'u',
        password,
        account: '0000123456-00001',
        descriptionField: 'CustomField1',
      }
      const client = new VerizonClient(outbound, 'Verizon', settings, createLoginBrake(database.get().db))
      return createVerizon(outbound, settings, client)
    }
    return { world, server }
  }
  const refused = { kind: 'credentials', sentence: expect.stringContaining('tell the administrator') }

  it('is refused twice, however many start with a wrong password; a right one goes on at once', async () => {
    const { world, server } = await verizon()
    for (let start = 0; start < 6; start++)
      await expect(server('wrong').readSim(iccid)).rejects.toMatchObject(refused)
    expect(world.logins).toBe(2)
    const kept = await database.get().db.selectFrom('verizon_login').selectAll().execute()
    expect(kept).toMatchObject([
      {
        refusals: 2,
        refused_code: expect.stringContaining('Login'),
        refused_at: expect.any(Date),
        trying_until: null,
      },
    ])
    expect(JSON.stringify(kept)).not.toContain('wrong')
    expect((await server('right').readSim(iccid)).iccid).toBe(iccid)
    expect(world.logins).toBe(3)
  })

  it('is tried again at once when someone says that it was mended', async () => {
    const { world, server } = await verizon()
    world.password = 'locked'
    const carrier = server('right')
    for (let i = 0; i < 3; i++) await expect(carrier.readSim(iccid)).rejects.toMatchObject(refused)
    world.password = 'right'
    await expect(carrier.readSim(iccid)).rejects.toMatchObject(refused)
    expect(world.logins).toBe(2)
    await database.get().db.deleteFrom('verizon_login').execute()
    expect((await carrier.readSim(iccid)).iccid).toBe(iccid)
  })

  it('counts refusals in a row only', async () => {
    const { world, server } = await verizon()
    for (let round = 0; round < 3; round++) {
      world.password = 'locked'
      await expect(server('right').readSim(iccid)).rejects.toMatchObject(refused)
      world.password = 'right'
      expect((await server('right').readSim(iccid)).iccid).toBe(iccid)
    }
    expect(world.logins).toBe(6)
  })

  it('counts no login that broke off: it stops no one', async () => {
    const { world, server } = await verizon()
    world.breaksOff = true
    for (let start = 0; start < 3; start++)
      await expect(server('right').readSim(iccid)).rejects.not.toMatchObject({ kind: 'credentials' })
    world.breaksOff = false
    expect((await server('right').readSim(iccid)).iccid).toBe(iccid)
  })

  it('in the field, where a fifth refusal would lock the user: wrong ones leave it open to the right one', async () => {
    const field = await startField(fastField)
    open.push({ close: field.stop })
    const brake = createLoginBrake(database.get().db)
    const start = (wrongCredentials: boolean) => {
      const outbound = createTestOutbound()
      open.push(outbound)
      const { iccid } = fieldParts.verizon.known
      return fieldCarriers.VZN({ outbound, url: field.url, wrongCredentials, brake }).readSim(iccid)
    }
    for (let starts = 0; starts < 6; starts++) await expect(start(true)).rejects.toMatchObject(refused)
    expect(await start(false)).toMatchObject(fieldParts.verizon.known.sim)
  })

  it('is made by one server at a time; one that was killed in the middle keeps no one out for ever', async () => {
    const { world, server } = await verizon()
    world.password = 'wrong'
    const starts = Array.from({ length: 5 }, () => server('right').readSim(iccid))
    const results = await Promise.allSettled(starts)
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
    expect([world.logins, world.most]).toEqual([2, 1])
    const brake = createLoginBrake(database.get().db)
    expect(await brake.begin('cut off')).toBe('go')
    expect(await brake.begin('cut off')).toBe('wait')
    await database
      .get()
      .db.updateTable('verizon_login')
      .set({ trying_until: new Date(0) })
      .execute()
    expect(await brake.begin('cut off')).toBe('go')
  })
})
