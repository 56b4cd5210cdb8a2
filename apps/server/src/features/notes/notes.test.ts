import type { Note, Timeline } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()
const panel = 'panel CBS0000001'

describeOnOneDatabase('D9 D45 a note on a thing', (database) => {
  let keys: KeyServer
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, simWorld)
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  async function call<Data>(who: string, method: 'GET' | 'POST', path: string, body?: object) {
    const [email = '', role = 'support'] = who.split(' ')
    const token = await keys.token({
      sub: email,
      email,
      resource_access: { 'support-console': { roles: [role] } },
    })
    const { code, envelope } = await console.call(method, `/api${path}`, { token, ...(body && { body }) })
    return { code, message: envelope.message, data: envelope.data as Data }
  }
  const on = (thing: string) => `/notes/v1/things/${encodeURIComponent(thing)}`
  const write = (thing: string, text: string, until = inHours(2), who = 'ann@example.com') =>
    call<Note>(who, 'POST', on(thing), { text, until })
  const read = async (thing: string, who = 'ben@example.com') =>
    (await call<Note[]>(who, 'GET', on(thing))).data
  const end = (noteId: string, who = 'ben@example.com') =>
    call<null>(who, 'POST', `/notes/v1/notes/${noteId}/end`)

  it('D9 is there for others with who and until when, in the trail, and is ended by another', async () => {
    const { code, data } = await write('panel cbs0000001', 'The installer comes at 3')
    expect(code).toBe(200)
    expect(await read(panel)).toEqual([data])
    expect(data).toMatchObject({
      thing: { kind: 'panel', id: 'CBS0000001' },
      text: 'The installer comes at 3',
      by: 'ann@example.com',
      endedAt: null,
    })
    expect((await end(data.noteId)).code).toBe(200)
    expect(await read(panel)).toEqual([])
    expect(await end(data.noteId)).toMatchObject({ code: 409, message: 'The note has ended already.' })
    const timeline = await call<Timeline>('ben@example.com', 'GET', '/timeline/v1/panels/CBS0000001')
    expect(timeline.data.entries.map(({ what, detail, by }) => [what, detail, by])).toEqual(
      expect.arrayContaining([
        [
          'Write a note on panel CBS0000001: “The installer comes at 3”',
          expect.stringMatching(/^Until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
          'ann@example.com',
        ],
        ['End the note on panel CBS0000001: “The installer comes at 3”', '', 'ben@example.com'],
      ]),
    )
  })

  it.each(['sim 8901170000000000013', 'company 1'])('D45 can be on %s', async (thing) => {
    await write(thing, 'A word')
    expect(await read(thing)).toMatchObject([{ text: 'A word' }])
  })

  it.each([
    ['csr-east-9', '10.9.0.1'],
    ['CSR-East', '10.9.0.2'],
    ['Montréal 1', '10.9.0.3'],
  ])('D47 can be on CSR server %s', async (name, address) => {
    await sql`insert into csr_release values ('5.0.0') on conflict do nothing`.execute(database.get().db)
    await sql`insert into csr (server, ip_address, release, status) values (${name}, ${address}, '5.0.0', 'Succeeded')`.execute(
      database.get().db,
    )
    expect(await write(`csr ${name}`, 'A word')).toMatchObject({ code: 200 })
    expect(await read(`csr ${name}`)).toMatchObject([{ text: 'A word' }])
    const path = `/timeline/v1/csrs/${encodeURIComponent(name)}`
    const timeline = await call<Timeline>('ben@example.com', 'GET', path)
    expect(timeline.data.entries.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^Until /)])
  })

  it('43.7 is ended where its thing has gone', async () => {
    const { data } = await write('panel CBS0000006', 'Left behind')
    await database.get().db.deleteFrom('panel').where('cloud_id', '=', 'CBS0000006').execute()
    expect(await write('panel CBS0000006', 'A word')).toMatchObject({ code: 404 })
    expect(await end(data.noteId)).toMatchObject({ code: 200 })
    expect(await read('panel CBS0000006')).toEqual([])
  })

  it('D9 ends by itself at its time', async () => {
    const { data } = await write('panel CBS0000002', 'Soon over')
    await database
      .get()
      .db.updateTable('note')
      .set({ until_at: new Date() })
      .where('note_id', '=', data.noteId)
      .execute()
    expect(await read('panel CBS0000002')).toEqual([])
    expect((await end(data.noteId)).code).toBe(409)
  })

  it.each([
    ['until: must be in the future', 'Too late', inHours(-1)],
    ['until: must be within 30 days', 'Too long', inHours(31 * 24)],
    ['until: must be a date and a time in UTC', 'Odd', 'tomorrow'],
    ['text: must not be empty', '  ', inHours(1)],
    ['text: must be at most 200 characters', 'x'.repeat(201), inHours(1)],
  ])('5 refuses a note whose %s', async (sentence, text, until) => {
    const { code, message } = await write('panel CBS0000003', text, until)
    expect([code, message]).toEqual([400, `Please correct the input: ${sentence}.`])
    expect(await read('panel CBS0000003')).toEqual([])
  })

  it('D9 are at most five at a time on a thing that there is', async () => {
    const words = Array.from({ length: 9 }, (_, at) => write('panel CBS0000004', `Word ${at}`))
    const codes = (await Promise.all(words)).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(5)
    expect(await write('panel CBS0000004', 'One more')).toMatchObject({
      code: 409,
      message: 'There are 5 notes on panel CBS0000004 already. End one before you write another.',
    })
    expect((await write('panel CBS9999999', 'A word')).code).toBe(404)
  })

  it('D45 is told to who may read its thing, and written by who may change it', async () => {
    const auditor = 'aud@example.com auditor'
    const sim = 'sim 8901170000000000021'
    const { data } = await write(sim, 'For all who read SIMs')
    expect(await read(sim, auditor)).toEqual([data])
    expect((await call(auditor, 'GET', on(panel))).code).toBe(403)
    expect((await write(sim, 'A word', inHours(1), auditor)).code).toBe(403)
    expect((await end(data.noteId, auditor)).code).toBe(403)
  })
})
