import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { inspectFile, openReport, runImport } from './index.ts'
import { panels as panelsKind } from './kinds/panels.ts'
import { makeStaging, stageLines } from './stage-lines.ts'

// PGlite beside other work.
vi.setConfig({ testTimeout: 180_000 })

const operator = { issuer: 'os', subject: 'pat', email: 'pat@desk', sessionId: '', tokenId: '' }
const companies = 'sapCompanyId,name,sapSalesRegion\n2000001,Bluewater Alarm,us\n2000002,Cedar Watch,ca\n'
const off = (serviceName: string) => ({ serviceName, activated: false })

describeOnOneDatabase('D3 import of panels and users (2.8, 2.11)', (database) => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-import-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    await sql`truncate panel, remote_user, sim, company restart identity cascade`.execute(database.get().db)
  })

  async function load(files: Record<string, string>, dryRun = false) {
    const paths = Object.entries(files).map(([name, text]) => {
      const path = join(folder, `${name}.csv`)
      writeFileSync(path, text)
      return path
    })
    const complaints: string[] = []
    const report = await openReport(async (line) => void complaints.push(line), undefined)
    try {
      const result = await runImport(database.get(), {
        secrets: testSecrets,
        files: await Promise.all(paths.map(inspectFile)),
        dryRun,
        operator,
        report,
        signal: new AbortController().signal,
      })
      const counts = result.files.map(({ file, added, changed, bad }) => [file.name, added, changed, bad])
      return { counts, complaints }
    } finally {
      await report.close()
    }
  }
  const panels = async () =>
    (await database.get().db.selectFrom('panel').selectAll().orderBy('cloud_id').execute()).map(
      ({ cloud_id, company_id, remote_id, remote_key, flagged, flag_changed_by, panel_info }) => ({
        cloud_id,
        company_id,
        remote_id,
        remote_key,
        flagged,
        flag_changed_by,
        panel_info,
      }),
    )
  const users = () =>
    database.get().db.selectFrom('remote_user').selectAll().orderBy('email').orderBy('remote_id').execute()

  const full =
    'cloudId,sapCompanyId,remoteId,flagged,remoteConnect,remoteAlert,physicalPanelId,lastConnected\n' +
    'cbs1,2000001,Rp-1,TRUE,true,true,{0D9F2C11-8B86-D011-B42D-00C04FC96501},2026-10-31T07:05:12-04:00\n' +
    'CBS2,,,,,,,\n'

  it('loads panels with what is known of them; the same again changes nothing', async () => {
    const first = await load({ companies, panels: full })
    expect(first).toEqual({
      complaints: [],
      counts: [
        ['companies.csv', 2, 0, 0],
        ['panels.csv', 2, 0, 0],
      ],
    })
    const expected = [
      {
        cloud_id: 'CBS1',
        company_id: 1,
        remote_id: 'Rp-1',
        remote_key: 'RP1',
        flagged: true,
        flag_changed_by: 'import',
        panel_info: {
          physicalPanelId: '0d9f2c11-8b86-d011-b42d-00c04fc96501',
          lastConnected: '2026-10-31T11:05:12.000Z',
          serviceStates: [
            { serviceName: 'REMOTE_CONNECT', activated: true },
            off('REMOTE_CONNECT_RSC'),
            { serviceName: 'REMOTE_ALERT', activated: true },
          ],
        },
      },
      {
        cloud_id: 'CBS2',
        company_id: null,
        remote_id: null,
        remote_key: null,
        flagged: false,
        flag_changed_by: null,
        panel_info: {
          serviceStates: [off('REMOTE_CONNECT'), off('REMOTE_CONNECT_RSC'), off('REMOTE_ALERT')],
        },
      },
    ]
    expect(await panels()).toEqual(expected)
    expect((await load({ companies, panels: full })).counts).toEqual([
      ['companies.csv', 0, 0, 0],
      ['panels.csv', 0, 0, 0],
    ])
    expect(await panels()).toEqual(expected)
  })

  it('leaves alone what a file does not speak of; an empty cell empties', async () => {
    await load({ companies, panels: full })
    const [before] = await panels()
    expect((await load({ panels: 'CloudID;model\ncbs1;SP-400\n' })).counts).toEqual([['panels.csv', 0, 1, 0]])
    expect((await panels())[0]).toEqual({ ...before, panel_info: { ...before?.panel_info, model: 'SP-400' } })
    await load({ panels: 'cloudId,model,remoteConnect,lastConnected\nCBS1,,,\n' })
    expect((await panels())[0]).toMatchObject({
      remote_id: 'Rp-1',
      flagged: true,
      panel_info: {
        physicalPanelId: '0d9f2c11-8b86-d011-b42d-00c04fc96501',
        serviceStates: [off('REMOTE_CONNECT'), off('REMOTE_CONNECT_RSC'), { activated: true }],
      },
    })
    expect(Object.keys((await panels())[0]?.panel_info ?? {}).sort()).toEqual([
      'physicalPanelId',
      'serviceStates',
    ])
  })

  const bad = [
    'cloudId,sapCompanyId,remoteId,flagged,physicalPanelId',
    'CBS-1,2000001,,,',
    'A1,2999999,,,',
    'A2,2000001,RP 2,,',
    'A3,2000001,---,,',
    'A4,2000001,,maybe,',
    'A5,2000001,,,{0d9f2c11-8b86-d011-b42d-00c04fc96501',
    ',2000001,,,',
    'A6,2000001,RP-6,,',
    'a6,2000001,RP-7,,',
    'A8,2000001,RP-6,,',
    'A9,2000001,Rp-1,,',
    `${'X'.repeat(41)},,,,`,
  ].join('\n')

  it.each([false, true])(
    'reports every bad line with its reason, and loads the good ones (dry run: %s)',
    async (dryRun) => {
      await load({ companies, panels: full })
      const { counts, complaints } = await load({ panels: bad }, dryRun)
      expect(complaints.sort()).toEqual(
        [
          'panels.csv:2: cloudId: must be a cloud ID: letters, digits and underscores, at most 40 ("CBS-1")',
          'panels.csv:3: sapCompanyId: no company has this SAP Company ID ("2999999")',
          'panels.csv:4: remoteId: must be a Remote Portal ID: letters, digits, underscores and dashes, at most 40 ("RP 2")',
          'panels.csv:5: remoteId: must be a Remote Portal ID: letters, digits, underscores and dashes, at most 40 ("---")',
          'panels.csv:6: flagged: must be true or false ("maybe")',
          'panels.csv:7: physicalPanelId: must be a physical ID (a GUID) ("{0d9f2c11-8b86-d011-b42d-00c04fc96501")',
          'panels.csv:8: cloudId: must not be empty ("")',
          'panels.csv:10: cloudId: the same stands already in this import at panels.csv:9',
          'panels.csv:11: remoteId: stands already in this import ("RP-6")',
          'panels.csv:12: remoteId: belongs to panel CBS1 already ("Rp-1")',
          `panels.csv:13: cloudId: must be a cloud ID: letters, digits and underscores, at most 40 ("${'X'.repeat(41)}")`,
        ].sort(),
      )
      expect(counts).toEqual([['panels.csv', 1, 0, 11]])
      expect((await panels()).map((panel) => panel.cloud_id)).toEqual(
        dryRun ? ['CBS1', 'CBS2'] : ['A6', 'CBS1', 'CBS2'],
      )
    },
  )

  it('a dry run counts a company of the same run as there, and still finds a Remote Portal ID that is taken', async () => {
    await load({ companies, panels: full })
    const more = 'sapCompanyId,name,sapSalesRegion\n2000003,New,us\n'
    const { counts, complaints } = await load(
      {
        companies: more,
        panels: 'cloudId,sapCompanyId,remoteId\nB1,2000003,RP-9\nB2,2000003,Rp-1\n',
        users: 'email,sapCompanyId,remoteId,role\na@b.example,2000003,RU-1,Viewer\n',
      },
      true,
    )
    expect(complaints).toEqual(['panels.csv:3: remoteId: belongs to panel CBS1 already ("Rp-1")'])
    expect(counts).toEqual([
      ['companies.csv', 1, 0, 0],
      ['panels.csv', 1, 0, 1],
      ['users.csv', 1, 0, 0],
    ])
  })

  it('a line that is refused blocks no good one with the same Remote Portal ID', async () => {
    const text =
      'cloudId,sapCompanyId,remoteId\nCBS1,2999999,RP-1\nCBS2,2000001,RP-1\nCBS3,2000001,RP-1\nCBS4,2999999,RP-2\n'
    const first = await load({ companies, panels: text })
    expect(first.complaints).toEqual([
      'panels.csv:2: sapCompanyId: no company has this SAP Company ID ("2999999")',
      'panels.csv:4: remoteId: stands already in this import ("RP-1")',
      'panels.csv:5: sapCompanyId: no company has this SAP Company ID ("2999999")',
    ])
    expect((await panels()).map((panel) => [panel.cloud_id, panel.remote_id])).toEqual([['CBS2', 'RP-1']])
    expect((await load({ panels: text })).counts).toEqual([['panels.csv', 0, 0, 3]])
  })

  const held = 'cloudId,remoteId\nCBS1,RP-1\nCBS2,RP-2\nCBS3,RP-3\nCBS4,\nCBS5,RP-5\nCBS6,RP-6\nCBS7,RP-7\n'

  it.each([
    ['to another panel, after it let go', ['CBS1,RP-9', 'CBS4,RP-1'], []],
    ['to another panel, before it lets go', ['CBS4,RP-1', 'CBS1,'], []],
    ['between two panels', ['CBS1,RP-2', 'CBS2,RP-1'], []],
    ['round', ['CBS1,RP-2', 'CBS2,RP-3', 'CBS3,RP-1'], []],
    [
      'along a row whose end does not move',
      ['CBS1,RP-2', 'CBS2,RP-3', 'CBS4,RP-1'],
      [
        '2: remoteId: belongs to panel CBS2',
        '3: remoteId: belongs to panel CBS3',
        '4: remoteId: belongs to panel CBS1',
      ],
    ],
    [
      'along a row whose end wants what stands before',
      ['CBS1,RP-9', 'CBS2,RP-9', 'CBS3,RP-2', 'CBS4,RP-3'],
      ['3: remoteId: stands', '4: remoteId: belongs to panel CBS2', '5: remoteId: belongs to panel CBS3'],
    ],
    [
      'to another panel while its own line keeps it',
      ['CBS4,RP-1', 'CBS1,RP-1'],
      ['2: remoteId: belongs to panel CBS1'],
    ],
  ])('Remote Portal IDs may move %s; the second run changes nothing', async (_, lines, faults) => {
    await load({ panels: held })
    const text = ['cloudId,remoteId', ...lines].join('\n')
    const expected = faults.map((fault) => `panels.csv:${fault}`)
    const dry = await load({ panels: text }, true)
    const first = await load({ panels: text })
    expect(first).toEqual(dry)
    expect(first.complaints.map((line) => line.replace(/ already.*/, ''))).toEqual(expected)
    const after = await panels()
    for (const line of lines.filter((_, i) => !faults.some((fault) => fault.startsWith(`${i + 2}:`))))
      expect(after.map((panel) => `${panel.cloud_id},${panel.remote_id ?? ''}`)).toContain(line)
    const second = await load({ panels: text })
    expect(second.counts).toEqual([['panels.csv', 0, 0, faults.length]])
    expect(await panels()).toEqual(after)
  })

  if (database.kind === 'postgres')
    it('2.8 a file that does not speak of the flag leaves it as someone saves it meanwhile', async () => {
      await load({ companies, panels: full })
      const { db } = database.get()
      let loading: ReturnType<typeof load> | undefined
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('panel').set({ flagged: true }).where('cloud_id', '=', 'CBS2').execute()
        loading = load({ panels: 'cloudId,model\nCBS2,SP-400\n' })
        await vi.waitFor(
          async () => {
            const { rows } = await sql`
              select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              db,
            )
            expect(rows).toHaveLength(1)
          },
          { timeout: 30_000 },
        )
      })
      expect((await loading)?.counts).toEqual([['panels.csv', 0, 1, 0]])
      expect((await panels())[1]).toMatchObject({ flagged: true, panel_info: { model: 'SP-400' } })
    })

  it('loads users in lower case; a role may change, the same again changes nothing', async () => {
    const text = (role: string) =>
      `email,sapCompanyId,remoteId,role\nMaria@Bluewater.Example,2000001,RU-1,${role}\nmaria@bluewater.example,2000002,RU-2,Viewer\n`
    expect((await load({ companies, users: text('Installer') })).counts[1]).toEqual(['users.csv', 2, 0, 0])
    expect((await load({ users: text('Installer') })).counts).toEqual([['users.csv', 0, 0, 0]])
    expect((await load({ users: text('Administrator') })).counts).toEqual([['users.csv', 0, 1, 0]])
    expect(await users()).toEqual([
      { email: 'maria@bluewater.example', company_id: 1, remote_id: 'RU-1', role: 'Administrator' },
      { email: 'maria@bluewater.example', company_id: 2, remote_id: 'RU-2', role: 'Viewer' },
    ])
  })

  it('reports bad users', async () => {
    await load({ companies })
    const { complaints, counts } = await load({
      users: [
        'email,sapCompanyId,remoteId,role',
        'alerts@prairie-alarm,2000001,RU-1,Viewer',
        'a@b.example,2999999,RU-1,Viewer',
        'a@b.example,2000001,,Viewer',
        'a@b.example,2000001,RU-1, ',
        'a@b.example,2000001,RU-1,Viewer',
        'A@b.example,2000001,RU-1,Installer',
      ].join('\n'),
    })
    expect(complaints.sort()).toEqual([
      'users.csv:2: email: Email is invalid ("alerts@prairie-alarm")',
      'users.csv:3: sapCompanyId: no company has this SAP Company ID ("2999999")',
      'users.csv:4: remoteId: must not be empty ("")',
      'users.csv:5: role: must not be empty (" ")',
      'users.csv:7: email: the same stands already in this import at users.csv:6',
    ])
    expect(counts).toEqual([['users.csv', 1, 0, 5]])
  })

  it('what judging panels reads grows with their lines, not with their square', async () => {
    const read = await database
      .get()
      .db.connection()
      .execute(async (connection) => {
        await makeStaging(connection)
        return connection.transaction().execute(async (trx) => {
          const rows = (from: number) =>
            Array.from({ length: 1000 }, (_, i) => ({
              line: i + 2,
              row: { cloudId: `CBS${from + i}`, remoteId: `RP-${from + i}` },
            }))
          const columns = new Set(['cloudId', 'remoteId'])
          const stage = (from: number) =>
            stageLines(trx, { kind: panelsKind, file: 0, columns, lines: rows(from) }, from, testSecrets)
          for (const from of [1, 1001, 2001]) {
            expect(await stage(from)).toMatchObject({ added: 1000, faults: [] })
            await sql`delete from import_panels`.execute(trx)
          }
          const { rows: figures } = await sql<{ n: number }>`
          select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as n
          from pg_stat_xact_user_tables where relname in ('import_seen', 'import_panels')`.execute(trx)
          return figures[0]?.n
        })
      })
    expect(read).toBeGreaterThan(3000)
    expect(read).toBeLessThan(3000 * 50)
  })
})
