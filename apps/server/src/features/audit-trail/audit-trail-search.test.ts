import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '../../testing/audit-entries.ts'
import { auditTrailStage, newPerson, userActionsPath } from '../../testing/audit-trail-stage.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { itTakesDaysAsLocal } from '../../testing/log-search.ts'

const robot = 'robot@example.com'

describeOnOneDatabase('2.12 a search of user actions', (database) => {
  const { enter, search, found, keys, server } = auditTrailStage(database)

  itTakesDaysAsLocal({
    newOne: () => ({ email: newPerson() }),
    note: ({ email }, at) => enter(String(email), at),
    search,
    found,
  })

  describe('2.12 one entry fits everything that is asked', () => {
    const iccid = '8901170000000000013'
    const at = '2026-06-01T12:00:00.000Z'
    const person = newPerson()
    const stranger = newPerson()
    const enterAll = async () => {
      const transactionId = await enter(person, at, {
        source: 'console',
        message: `Deactivate SIM ${iccid}`,
        activity: 'SIM Management',
      })
      await enter(person, at, { transactionId, message: `Ask AT&T about ${iccid}`, object: `sim ${iccid}` })
      await enter(person, at, {
        message: 'Save company Hárbor Security',
        object: 'company 1',
        activity: 'Company Management',
      })
      await enter(person, at, {
        message: 'Point panel',
        object: 'panel 6f9619ff-8b86-d011-b42d-00c04fc964ff',
        activity: "It's \\ here",
      })
      await enter(person, at, {
        message: 'Save company Mill Alarm',
        object: 'company 2',
        activity: 'Company Management',
        detail: 'VPN endpoint: "vpn.old.test" → "vpn.new.test"\nVPN password: "hush1234"',
      })
      await enter(stranger, at, { message: `Compare SIM ${iccid}`, activity: 'SIM Information' })
      await enter(robot, at, { message: `Change the rate plan of SIM ${iccid}`, detail: person })
    }
    beforeAll(enterAll)

    const deactivate = `Deactivate SIM ${iccid}`
    it.each([
      ['the whole ICCID', { text: iccid }, [deactivate]],
      ['its last four digits', { text: '0013' }, [deactivate]],
      ['its beginning', { text: '890117' }, [deactivate]],
      ['a word, in other letters', { text: 'DEACTIV' }, [deactivate]],
      ['words in any order', { text: '0013 sim, deactivate!' }, [deactivate]],
      ['words of which one is missing', { text: 'deactivate company' }, []],
      ['a word without its accent', { text: 'harbor' }, ['Save company Hárbor Security']],
      ['a word with an accent', { text: 'hárbor sec' }, ['Save company Hárbor Security']],
      ['the object', { text: 'company 1' }, ['Save company Hárbor Security']],
      ['use 2 a word of the detail', { text: 'vpn' }, ['Save company Mill Alarm']],
      ['use 2 words of description and detail', { text: 'mill old.test' }, ['Save company Mill Alarm']],
      ['use 2 what is secret in the detail', { text: 'hush1234' }, []],
      ['the end of a GUID', { text: 'd011-b42d-00c04fc964ff' }, ['Point panel']],
      ['the middle of a word', { text: 'activate' }, []],
      ['what only tsquery would read', { text: "sim & ! | ('" }, [deactivate]],
      ['a page', { page: 'Company Management' }, ['Save company Mill Alarm', 'Save company Hárbor Security']],
      ['a page in other letters', { page: 'company management' }, []],
      ['a part of a page', { page: 'Company' }, []],
      ['a page that must be quoted', { page: "It's \\ here" }, ['Point panel']],
      ['text and page', { text: '0013', page: 'SIM Management' }, [deactivate]],
      ['text and another page', { text: '0013', page: 'Company Management' }, []],
      ['a share of an email', { text: 'example.com' }, []],
    ])('%s', async (_what, query, expected) => {
      expect(await found({ email: person, sDate: '2026-06-01', eDate: '2026-06-01', ...query })).toEqual(
        expected,
      )
      expect(await found({ email: person, allTime: 'true', ...query })).toEqual(expected)
      expect(await found({ email: person, sDate: '2026-06-02', eDate: '2026-06-30', ...query })).toEqual([])
    })

    it('everybody, without an email', async () => {
      const items = await found({ text: iccid, sDate: '2026-06-01', eDate: '2026-06-01' })
      expect(items.sort()).toEqual([
        `Change the rate plan of SIM ${iccid}`,
        `Compare SIM ${iccid}`,
        `Deactivate SIM ${iccid}`,
      ])
    })

    it('D20 HideRobot leaves out what only the automation operator did, whatever its letters', async () => {
      const shouting = await enter(robot.toUpperCase(), at, { message: `Again ${iccid}` })
      const days = { text: iccid, sDate: '2026-06-01', eDate: '2026-06-01' }
      expect(await found({ ...days, hideRobot: 'true' })).toHaveLength(2)
      expect(await found({ ...days, hideRobot: 'false' })).toHaveLength(4)
      expect(await found({ ...days, email: robot, hideRobot: 'true' })).toEqual([])
      expect(await found({ ...days, email: robot })).toHaveLength(2)
      // Who asks for a transaction gets it.
      expect(await found({ transactionID: shouting, hideRobot: 'true' })).toEqual([`Again ${iccid}`])
    })
  })

  it('use 2 changes only leaves out what only the console tells of, reads and log-outs; refusals are kept', async () => {
    const person = newPerson()
    const at = (minute: number) => `2026-08-01T10:0${minute}:00.000Z`
    const user = { ...auditEntry().user, email: person }
    const transactionId = await enter(person, at(0), { source: 'console', message: 'Save a company', user })
    await enter(person, at(0), { transactionId, message: 'Save company Mill', user })
    await enter(person, at(1), { source: 'console', message: 'Compare SIM 1' })
    await enter(person, at(2), { message: 'Export', route: 'GET /useractiondetail/v1/export' })
    await enter(person, at(3), { message: 'Check a batch file', route: 'POST /simmanagement/v1/batchupload' })
    await enter(person, at(4), { message: 'End the sign-on', route: 'POST /session/v1/end' })
    await enter(person, at(5), { message: 'Refused', result: 'Forbidden' })
    await enter(person, at(6), { message: 'Imported', route: 'npm run import' })
    const ask = { email: person, allTime: 'true' }
    expect(await found({ ...ask, changesOnly: 'true' })).toEqual(['Imported', 'Refused', 'Save a company'])
    expect(await found({ ...ask, changesOnly: 'true', text: 'compare' })).toEqual([])
    expect(await found({ ...ask, changesOnly: 'false' })).toHaveLength(7)
  })

  it('2.12, D20 HideRobot hides a transaction whose main row is the automation operator’s, no matter who else has a part in it', async () => {
    const person = newPerson()
    const shouting = robot.toUpperCase()
    const transactionId = await enter(shouting, '2026-07-01T10:00:00.000Z', { message: 'Deactivate 40 SIMs' })
    await enter(person, '2026-07-01T10:01:00.000Z', { transactionId, message: 'Stop a batch' })
    const own = await enter(person, '2026-07-01T11:00:00.000Z', { message: 'Deactivate 2 SIMs' })
    await enter(robot, '2026-07-01T11:01:00.000Z', { transactionId: own, message: 'Look at it' })
    const rows = async (query: Record<string, string>) =>
      (await search(query)).data.items.map(({ email, subRows }) => [email, subRows[0]?.email])
    const everything = { email: person, allTime: 'true' }
    expect(await rows({ ...everything, hideRobot: 'true' })).toEqual([[person, robot]])
    expect(await rows({ ...everything, hideRobot: 'false' })).toEqual([
      [person, robot],
      [shouting, person],
    ])
    expect(await rows({ transactionID: transactionId, hideRobot: 'true' })).toEqual([[shouting, person]])
  })

  it('2.12 screens whose titles differ only at their ends are two', async () => {
    const person = newPerson()
    const title = 'P'.repeat(70)
    for (const end of ['a', 'b'])
      await enter(person, '2026-07-02T10:00:00.000Z', { activity: title + end, message: end })
    expect(await found({ email: person, allTime: 'true', page: `${title}b` })).toEqual(['b'])
  })

  it('8 someone or a transaction that no one knows has no items', async () => {
    const none = { items: [], hasMore: false }
    expect((await search({ email: newPerson(), allTime: 'true' })).data).toEqual(none)
    expect((await search({ transactionID: randomUUID() })).data).toEqual(none)
  })

  it.each([
    ['no first day', { eDate: '2026-01-01' }],
    ['no last day', { sDate: '2026-01-01' }],
    ['days in the wrong order', { sDate: '2026-01-02', eDate: '2026-01-01' }],
    ['a day that is none', { sDate: '2026-02-30', eDate: '2026-03-01' }],
    ['an empty email', { email: ' ', allTime: 'true' }],
    ['no transaction id', { transactionID: 'abc' }],
    ['a transaction and an email', { transactionID: randomUUID(), email: 'a@example.com' }],
    ['a transaction and a text', { transactionID: randomUUID(), text: 'a' }],
    ['a transaction and changes only', { transactionID: randomUUID(), changesOnly: 'true' }],
    ['a transaction and a page', { transactionID: randomUUID(), page: 'Import' }],
    ['a text without letter or digit', { text: '…', allTime: 'true' }],
    ['a text that is too long', { text: 'a'.repeat(201), allTime: 'true' }],
    ['an offset that no zone has', { allTime: 'true', timeOffset: 2000 }],
    ['a zone that is none', { allTime: 'true', timeZone: 'Mars/Olympus' }],
    ['hideRobot of another kind', { allTime: 'true', hideRobot: 'yes' }],
    ['a name that is not known', { allTime: 'true', status: 'Error' }],
  ])('refuses %s', async (_what, query) => {
    const { code, status, message } = await search(query)
    expect([code, status]).toEqual([400, 'Invalid'])
    expect(message).toMatch(/^Please correct the input: \w+/)
  })

  it('D16 an auditor may read, no one without a role may', async () => {
    const rolesOf = (...roles: string[]) =>
      keys().token({ resource_access: { 'support-console': { roles } } })
    const address = `${userActionsPath}?email=${newPerson()}&allTime=true`
    expect((await server().call('GET', address, { token: await rolesOf('auditor') })).code).toBe(200)
    expect((await server().call('GET', address, { token: await rolesOf() })).code).toBe(403)
    expect((await server().call('GET', address, { token: null })).code).toBe(401)
  })
})
