import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { untilHeldUp } from '../../testing/until-held-up.ts'
import { base, flagStage } from './flag-stage.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('2.8 disabling management in the Remote Portal', (database) => {
  // Servers over one database, as replicas are.
  const clock = createTestClock({ passing: true })
  /** `swift`: for whom time passes at once, for a Portal that makes one wait. */
  const stage = flagStage(database, { console: {}, swift: {} }, { swift: clock })
  const { disable, enable, whenPutMeets, panelOf, portalSays, disableAtPortal, asked, auditOf, settle } =
    stage

  async function untilGivenUp(method: string): Promise<void> {
    await untilHeldUp(stage.field(), 'remote-portal', method)
    await clock.advance(15_000)
  }

  it('4 POST disables it, DELETE enables it: at the Portal, in the inventory, with entries before and after', async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await disable('console', 'cbs0000010', transactionId)
    expect([code, envelope]).toEqual([
      200,
      {
        status: 'Success',
        message: 'Management of panel CBS0000010 is disabled in the Remote Portal now.',
        data: { cloudId: 'CBS0000010', flagged: true },
      },
    ])
    expect(await portalSays('RP-000010')).toBe(true)
    const panel = await panelOf('CBS0000010')
    expect(panel).toMatchObject({ flagged: true, flag_run: null, flag_changed_by: expect.any(String) })
    expect(panel.flag_changed_at).toBeInstanceOf(Date)
    const note = {
      activity: 'Panel Info (CBS)',
      object: 'panel CBS0000010',
      message: 'Disable management of panel CBS0000010 in the Remote Portal',
    }
    expect(await auditOf(transactionId)).toEqual([
      { ...note, result: 'Intent', detail: '' },
      { ...note, result: 'Success', detail: envelope.message },
    ])
    const requests = await stage.field().requests('system=remote-portal&iccid=RP-000010')
    expect(requests.map((request) => request.transactionId)).toContain(transactionId)

    expect((await enable('console', 'CBS0000010')).envelope.data).toEqual({
      cloudId: 'CBS0000010',
      flagged: false,
    })
    expect([await portalSays('RP-000010'), (await panelOf('CBS0000010')).flagged]).toEqual([false, false])
  })

  it('is idempotent: what is set already is said so, and the Portal is not asked again', async () => {
    const { envelope } = await disable('console', 'CBS0000002')
    expect(envelope).toMatchObject({
      status: 'Success',
      message: 'Management of panel CBS0000002 is disabled in the Remote Portal already.',
      data: { flagged: true },
    })
    expect(await asked('RP-000002')).toBe(0)
  })

  it('D9 the same request again, with its transaction id, is not run again', async () => {
    const transactionId = randomUUID()
    const first = await disable('console', 'CBS0000011', transactionId)
    const again = await disable('console', 'CBS0000011', transactionId)
    expect(again.envelope).toEqual(first.envelope)
    expect(await asked('RP-000011')).toBe(1)
  })

  it('corrects an inventory that says otherwise than the Portal', async () => {
    await database
      .get()
      .db.updateTable('panel')
      .set({ flagged: true })
      .where('cloud_id', '=', 'CBS0000012')
      .execute()
    expect((await enable('console', 'CBS0000012')).envelope.message).toMatch(
      /enabled in the Remote Portal already/,
    )
    expect((await panelOf('CBS0000012')).flagged).toBe(false)
  })

  it.each([
    [
      'CBS0000005',
      'CarrierError',
      502,
      'Remote Portal refused the request: The panel is locked by its installer (code PANEL_LOCKED). Nothing was changed.',
    ],
    [
      'CBS0000006',
      'CarrierError',
      502,
      'Remote Portal does not know a panel RP-000006. Check its Remote Portal ID. Nothing was changed.',
    ],
    [
      'CBS0000007',
      'Conflict',
      409,
      'Panel CBS0000007 has no Remote Portal ID, so the Remote Portal does not manage it. Nothing was changed.',
    ],
    ['CBS7777777', 'NotFound', 404, 'not found: there is no panel CBS7777777.'],
  ])(
    'demo world: %s is refused (%s), with an entry and without a change',
    async (cloudId, status, code, message) => {
      const transactionId = randomUUID()
      const answer = await disable('console', cloudId, transactionId)
      expect([answer.code, answer.envelope]).toEqual([code, { status, message, data: null }])
      expect((await auditOf(transactionId)).at(-1)).toMatchObject({ result: status, detail: message })
      if (code !== 404) expect(await panelOf(cloudId)).toMatchObject({ flagged: false, flag_run: null })
    },
  )

  it('demo world: CBS0000008, whose answer is lost after the change, is settled by reading, asked once', async () => {
    const { code, envelope } = await disable('console', 'CBS0000008')
    expect([code, envelope.message]).toEqual([
      200,
      "The Remote Portal's first answer was lost, but it now says that management of panel CBS0000008 is disabled.",
    ])
    expect(await asked('RP-000008')).toBe(1)
    expect(await panelOf('CBS0000008')).toMatchObject({ flagged: true, flag_run: null })
  })

  it.each([
    ['refuse', 503, 'Unavailable'],
    ['500', 502, 'CarrierError'],
    ['garbage', 502, 'CarrierError'],
    ['hang', 503, 'Unavailable'],
  ])(
    'R35 a Portal that meets every request with %s is not asked to change anything',
    async (fault, code, status) => {
      await stage.field().fault({ system: 'remote-portal', fault })
      const transactionId = randomUUID()
      const answering = disable('swift', 'CBS0000013', transactionId)
      if (fault === 'hang') await untilGivenUp('GET')
      const answer = await answering
      expect([answer.code, answer.envelope.status]).toEqual([code, status])
      expect(answer.envelope.message).toMatch(/^Remote Portal .* Nothing was changed\.$/)
      expect(await asked('RP-000013')).toBe(0)
      expect(await panelOf('CBS0000013')).toMatchObject({ flagged: false, flag_run: null })
      expect((await auditOf(transactionId)).map((entry) => entry.result)).toEqual(['Intent', status])
    },
  )

  it('R43 a change that asks for nothing leaves an earlier one open, which may still have an effect', async () => {
    await whenPutMeets('garbage', 'console', 'CBS0000024')
    const before = (await panelOf('CBS0000024')).flag_run
    await stage.field().fault({ system: 'remote-portal', fault: 'refuse' })
    expect((await disable('console', 'CBS0000024')).envelope.message).toMatch(/Nothing was changed\.$/)
    const { flag_run: after } = await panelOf('CBS0000024')
    expect([before, after]).toEqual([expect.any(String), expect.any(String)])
    await stage.field().heal()
    await disableAtPortal('RP-000024')
    await settle('CBS0000024', after ?? '')
    expect(await panelOf('CBS0000024')).toMatchObject({ flagged: true, flag_run: null })
  })

  it('a change whose answer is cut off is settled by what the Portal says: changed', async () => {
    const { envelope } = await whenPutMeets('cut', 'swift', 'CBS0000014')
    expect(envelope.message).toBe(
      "The Remote Portal's first answer was lost, but it now says that management of panel CBS0000014 is disabled.",
    )
    expect(await asked('RP-000014')).toBe(1)
    expect((await panelOf('CBS0000014')).flagged).toBe(true)
  })

  it.each([
    ['hang', 'CBS0000015', 503, 'Remote Portal did not answer within 15 s.'],
    ['garbage', 'CBS0000016', 502, 'Remote Portal sent an answer that the console cannot read.'],
    [
      'garbage: html-401',
      'CBS0000025',
      502,
      "Remote Portal does not accept the console's credentials. Trying again will not help: tell the administrator.",
    ],
    ['500', 'CBS0000017', 502, 'Remote Portal reports a fault of its own (HTTP 500).'],
  ])(
    'a change that meets %s is read again, three times, and not asked again: unchanged so far',
    async (fault, cloudId, code, what) => {
      const answering = whenPutMeets(fault, 'swift', cloudId)
      if (fault === 'hang') await untilGivenUp('PUT')
      const answer = await answering
      expect([answer.code, answer.envelope.message]).toEqual([
        code,
        `${what} It says that management of panel ${cloudId} is still enabled, so nothing has changed so far. ` +
          'Search for the panel again in a few minutes, before you try again.',
      ])
      const panel = await panelOf(cloudId)
      expect(panel.flagged).toBe(false)
      // Left open for the job that looks again later; but no one has to wait for it.
      expect(panel.flag_run).not.toBeNull()
      expect((await disable('console', cloudId)).envelope.status).toBe('Success')
      // What was asked first may still have an effect: the second change is looked at again as well.
      const after = await panelOf(cloudId)
      expect([after.flagged, after.flag_run === panel.flag_run, after.flag_run]).toEqual([
        true,
        false,
        expect.any(String),
      ])
      await settle(cloudId, panel.flag_run ?? '')
      expect((await panelOf(cloudId)).flag_run).toBe(after.flag_run)
      await settle(cloudId, after.flag_run ?? '')
      expect(await panelOf(cloudId)).toMatchObject({ flagged: true, flag_run: null })
    },
  )

  it('a change after which the Portal cannot be read either is unknown, and says what to do', async () => {
    await stage.field().fault({ system: 'remote-portal', fault: '500', method: 'GET', after: 1 })
    const { code, envelope } = await whenPutMeets('cut', 'swift', 'CBS0000018')
    expect([code, envelope.message]).toEqual([
      503,
      'Remote Portal broke off the connection before its answer was complete. Whether management of panel CBS0000018 is ' +
        'disabled is not known, because it cannot be read either. Search for the panel again in a few minutes, before you try again.',
    ])
    expect(await panelOf('CBS0000018')).toMatchObject({ flagged: false })
    await stage.field().heal()
    // It was changed all the same; the job that was left finds out.
    const { flag_run } = await panelOf('CBS0000018')
    expect(flag_run).not.toBeNull()
    await settle('CBS0000018', flag_run ?? '')
    expect(await panelOf('CBS0000018')).toMatchObject({ flagged: true, flag_run: null })
  })
  it('demo world: the panels of the inventory are those of the Remote Portal and of Pathfinder', async () => {
    for (const n of [1, 4, 10, 27, 33, 999, 1500, 2000]) {
      const cloudId = `CBS${String(n).padStart(7, '0')}`
      const panel = await panelOf(cloudId)
      expect(await portalSays(panel.remote_id ?? '')).toBe(false)
      const found = []
      for (const environment of ['PROD', 'TEST', 'DEV']) {
        const answer = await fetch(
          `${stage.field().url}/pathfinder/v1/mappings?id=${cloudId}&environment=${environment}`,
          { headers: { authorization: 'Bearer demo-pathfinder-token' } },
        )
        if (answer.ok) found.push(...((await answer.json()) as { mappings: unknown[] }).mappings)
      }
      expect(found).toContainEqual({ idType: 'PhysicalPanelId', value: panel.panel_info.physicalPanelId })
    }
  })

  it('D16 the auditor may not, and the panel is not touched', async () => {
    const token = await stage.keys().token({ resource_access: { 'support-console': { roles: ['auditor'] } } })
    const { code } = await stage
      .server('console')
      .call('POST', `${base}/devicemigration/CBS0000022`, { token })
    expect([code, await asked('RP-000022')]).toEqual([403, 0])
  })

  it.each(["CBS0000001'", 'RP-000001', 'x'.repeat(41)])('5 refuses the cloud ID %j', async (cloudId) => {
    expect((await disable('console', encodeURIComponent(cloudId))).code).toBe(400)
  })
})
