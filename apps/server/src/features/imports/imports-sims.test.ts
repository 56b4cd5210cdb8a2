import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { attSim, importStage } from '../../testing/import-stage.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { openVpnPassword } from '../sims/index.ts'

// PGlite beside other work.
vi.setConfig({ testTimeout: 180_000 })

const simHeader = 'iccid,vendorCode,sapCompanyId,usable,networkModel,vpnUserName,vpnPassword'
const stateHeader = 'iccid,vendorCode,deactivatedAt,panel'
const activityHeader = 'transactionId,subTransactionId,iccid,vendorCode,status,description,at'

describeOnOneDatabase('D3 import of SIMs and their activity', (database) => {
  const { all, entriesOf, ownEntriesOf, eventsOf, load, loadCompanies, loadSims } = importStage(database)

  it('writes one audit entry with the counts, and an event for each SIM that is new or changed', async () => {
    await loadCompanies()
    const first = await loadSims(
      `${simHeader}\n${attSim(1)},ATT,2000001,true,,u,p\n${attSim(2)},ATT,,true,,,\n`,
    )
    const second = await loadSims(
      `${simHeader}\n${attSim(1)},ATT,2000002,false,,u,p\n${attSim(2)},ATT,,true,,,\n`,
    )
    expect(second.counts['sims.csv']).toEqual({ lines: 2, added: 0, changed: 1, bad: 0 })
    expect(await ownEntriesOf(second.result.transactionId)).toEqual([
      expect.objectContaining({
        source: 'server',
        email: 'pat@desk',
        activity: 'Import',
        message: 'Import sims.csv',
        object: 'SIMs',
        result: 'Success',
        detail: 'sims.csv: 2 lines, 0 new, 1 changed, 0 bad',
      }),
    ])
    const event = (transactionId: string, description: string) =>
      expect.objectContaining({
        transaction_id: transactionId,
        sub_transaction_id: null,
        status: 'Imported',
        description,
      })
    expect((await eventsOf(attSim(1))).slice(-2)).toEqual([
      event(first.result.transactionId, 'New in the inventory'),
      event(second.result.transactionId, 'Changed in the inventory: company, usability'),
    ])
    expect(await eventsOf(attSim(2))).toHaveLength(1)
  })

  it('D32, F5 keeps VPN passwords encrypted; the same one again is no change, another is one, and none is told', async () => {
    const header = 'iccid,vendorCode,vpnPassword'
    const sealed = async () =>
      new Map((await all('sim')).map((sim) => [String(sim.iccid), String(sim.vpn_password)]))
    await loadSims(`${header}\n${attSim(1)},ATT,first-word\n${attSim(2)},ATT,first-word\n${attSim(3)},ATT,\n`)
    const before = await sealed()
    expect(new Set(before.values()).size).toBe(3)
    expect([...before.values()].join()).not.toContain('first-word')
    const dry = await loadSims(`${header}\n${attSim(1)},ATT,first-word\n${attSim(2)},ATT,other-word\n`, {
      dryRun: true,
    })
    const again = await loadSims(`${header}\n${attSim(1)},ATT,first-word\n${attSim(2)},ATT,other-word\n`)
    for (const { counts } of [dry, again])
      expect(counts['sims.csv']).toMatchObject({ added: 0, changed: 1, bad: 0 })
    const after = await sealed()
    expect(after.get(attSim(1))).toBe(before.get(attSim(1)))
    expect(openVpnPassword(testSecrets, attSim(2), after.get(attSim(2)) ?? '')).toBe('other-word')
    expect((await entriesOf(again.result.transactionId)).at(-2)?.detail).toBe('changed: VPN password')
    await loadSims(`${header}\n${attSim(1)},ATT,\n`)
    expect((await sealed()).get(attSim(1))).toBe('')
    for (const table of ['user_action', 'sim_activity', 'sim'] as const)
      expect(JSON.stringify(await all(table))).not.toMatch(/(first|other)-word/)
  })

  it('knows since when a SIM is deactivated and in which panel it sits', async () => {
    const state = async () => {
      const [sim] = await all('sim')
      return { deactivatedAt: sim?.deactivated_at, panel: sim?.panel }
    }
    await loadSims(`${stateHeader}\n${attSim(1)},ATT,2024-02-29T12:00:00-05:00,CBS0000077\n`)
    const expected = { deactivatedAt: new Date('2024-02-29T17:00:00Z'), panel: 'CBS0000077' }
    expect(await state()).toEqual(expected)
    await loadSims(`iccid,vendorCode\n${attSim(1)},ATT\n`)
    expect(await state()).toEqual(expected)
    // A file that is older than the deactivation does not take it back: the SIM would be asked for again.
    const older = await loadSims(
      `${stateHeader}\n${attSim(1)},ATT,,\n${attSim(2)},ATT,yesterday,CBS 1\n${attSim(3)},ATT,3000-01-01T00:00:00Z,\n`,
    )
    expect(await state()).toEqual({ ...expected, panel: '' })
    expect((await eventsOf(attSim(1))).at(-1)?.description).toBe('Changed in the inventory: panel')
    const earlier = await loadSims(`${stateHeader}\n${attSim(1)},ATT,2024-01-01T00:00:00Z,\n`)
    expect(earlier.counts['sims.csv']).toEqual({ lines: 1, added: 0, changed: 0, bad: 0 })
    expect(await state()).toEqual({ ...expected, panel: '' })
    await loadSims(`${stateHeader}\n${attSim(1)},ATT,2024-03-01T00:00:00Z,\n`)
    expect(await state()).toEqual({ deactivatedAt: new Date('2024-03-01T00:00:00Z'), panel: '' })
    expect(older.complaints).toEqual([
      'sims.csv:3: deactivatedAt: must be an instant with its zone, as 2026-11-01T05:30:00Z ("yesterday")',
      'sims.csv:3: panel: must be a cloud ID: letters, digits and underscores, at most 40 ("CBS 1")',
      'sims.csv:4: deactivatedAt: must be between the years 1970 and 3000 ("3000-01-01T00:00:00Z")',
    ])
  })

  it('D24 counts check digits that do not fit, and takes the SIM', async () => {
    const { result } = await loadSims('iccid,vendorCode\n8901170000000000013,ATT\n8901170000000000014,ATT\n')
    expect(result.files[0]).toMatchObject({ added: 2, bad: 0, oddCheckDigits: 1 })
  })

  it('D8 past activity: recorded once, never changed, a later event only after its first', async () => {
    const [one, two, sub, sub2] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const main = `${one},,${attSim(40)},ATT,Activated,On,2021-03-01T00:00:00+02:00`
    const later = `${one},${sub},${attSim(40)},ATT,Error,Off,2021-03-01T00:00:01.5Z`
    const text = [
      activityHeader,
      main,
      later,
      `${two},${sub2},${attSim(40)},ATT,Error,Lost,2021-03-02T00:00:00Z`,
    ]
    const first = await load([{ name: 'activity.csv', text: text.join('\n') }])
    const reason =
      'the first event of this SIM in the transaction (a line without subTransactionId) must stand before it'
    expect(first.complaints).toEqual([`activity.csv:4: subTransactionId: ${reason} ("${sub2}")`])
    expect(await eventsOf(attSim(40))).toEqual([
      expect.objectContaining({
        transaction_id: one,
        status: 'Activated',
        at: new Date('2021-02-28T22:00:00Z'),
      }),
      expect.objectContaining({
        sub_transaction_id: sub,
        description: 'Off',
        at: new Date('2021-03-01T00:00:01.5Z'),
      }),
    ])
    const again = await load([
      {
        name: 'activity.csv',
        text: [
          activityHeader,
          later,
          main.replace('On', 'Changed'),
          later.replace(one, one.toUpperCase()),
        ].join('\n'),
      },
    ])
    expect(again.counts['activity.csv']).toEqual({ lines: 3, added: 0, changed: 0, bad: 2 })
    expect(again.complaints).toEqual([
      `activity.csv:3: transactionId: this event is recorded with other content, and what is recorded is never changed ("${one}")`,
      'activity.csv:4: transactionId: the same stands already in this import at activity.csv:2',
    ])
    expect(await eventsOf(attSim(40))).toHaveLength(2)
  })

  it('D18 stops where the database refuses a line; what is loaded is whole, and a second run completes it', async () => {
    const { db } = database.get()
    const lines = Array.from({ length: 28_000 }, (_, i) => `${attSim(400_000 + i)},ATT`)
    const text = ['iccid,vendorCode', ...lines].join('\n')
    await sql`create function refuse_sim() returns trigger language plpgsql as $$
      begin raise exception 'this SIM is refused'; end $$`.execute(db)
    await sql`create trigger refuse_sim before insert on sim for each row
      when (new.iccid = ${sql.lit(attSim(415_000))}) execute function refuse_sim()`.execute(db)
    await expect(loadSims(text)).rejects.toThrow(
      /^The import stopped before line \d+ of sims\.csv: this SIM is refused\. What was loaded before stays; run it again/,
    )
    const file = (name: string, number: number) => ({
      name,
      text: `iccid,vendorCode\n${attSim(number)},ATT\n`,
    })
    // The second file is read before the first one fails.
    await expect(load([file('a.csv', 415_000), file('b.csv', 500_000)])).rejects.toThrow(
      /before line 2 of a\.csv/,
    )
    const sims = (await all('sim')).map(({ iccid }) => iccid)
    expect(sims).not.toContain(attSim(500_000))
    await sql`drop function refuse_sim cascade`.execute(db)
    // Where no line of a chunk is good, its first one is named all the same.
    await sql`alter table user_action add constraint refuse_all check (activity <> 'Import') not valid`.execute(
      db,
    )
    await expect(loadSims('iccid,vendorCode\n12,ATT\n13,ATT\n')).rejects.toThrow(
      /^The import stopped before line 2 of sims\.csv: /,
    )
    await sql`alter table user_action drop constraint refuse_all`.execute(db)

    const loaded = await all('sim')
    expect(loaded.length).toBeGreaterThanOrEqual(10_000)
    expect(loaded.length).toBeLessThan(28_000)
    const { rows } = await sql<{ transaction_id: string; events: number }>`
      select transaction_id, count(*)::integer as events from sim_activity
      where iccid = any(${loaded.map(({ iccid }) => iccid)}) group by transaction_id`.execute(db)
    expect(rows.map(({ events }) => events)).toEqual([loaded.length])
    // The intent, and one for each SIM; no word of an end.
    expect(await entriesOf(rows[0]?.transaction_id ?? '')).toHaveLength(loaded.length + 1)

    const again = await loadSims(text)
    expect(again.counts['sims.csv']).toEqual({
      lines: 28_000,
      added: 28_000 - loaded.length,
      changed: 0,
      bad: 0,
    })
  })
})
