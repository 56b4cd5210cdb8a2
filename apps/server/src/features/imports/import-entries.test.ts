import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { withBrokenTrail } from '../../testing/broken-trail.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { attSim, importSamples, importStage } from '../../testing/import-stage.ts'

// PGlite beside other work.
vi.setConfig({ testTimeout: 180_000 })

const samples = readdirSync(importSamples).map((name) => join(importSamples, name))

describeOnOneDatabase('D18 D3 what an import leaves in the audit trail', (database) => {
  const { all, entriesOf, load, loadCompanies, loadSims } = importStage(database)

  it('one entry for each object that it adds, one for the records of a kind, its own at the end; nothing twice', async () => {
    const { db } = database.get()
    await db.deleteFrom('csr').execute()
    await db.deleteFrom('csr_release').execute()
    const { result, complaints } = await load(samples)
    expect(complaints).toEqual([])
    const entries = await entriesOf(result.transactionId)
    const [intent, ...rest] = entries
    expect(intent).toMatchObject({ activity: 'Import', result: 'Intent' })
    expect(rest.at(-1)).toMatchObject({ activity: 'Import', result: 'Success' })
    const things = rest.slice(0, -1)
    const ofKind = result.files.map(({ file: { kind }, added }) => (kind.things ? added : 1))
    expect(things).toHaveLength(ofKind.reduce((sum, entries) => sum + entries, 0))
    const said = things.map(({ message, object }) => `${message} | ${object}`)
    const counts = Object.fromEntries(result.files.map(({ file, added }) => [file.kind.name, added]))
    const company = (await all('company')).find((each) => each.sap_company_id === '2000002')?.id
    for (const expected of [
      `Add company Maple "Ridge" Security, Ltd (SAP 2000002) by import | company ${company}`,
      'Add reservation Granite Point Protection (SAP 2000901) by import | reservation 2000901',
      `Add subnet 10.60.0.0/16 of company Maple "Ridge" Security, Ltd (SAP 2000002) by import | company ${company}`,
      'Add panel CBS0100001 by import | panel CBS0100001',
      'Add SIM 8901170000000020011 by import | sim 8901170000000020011',
      'Add user maria@bluewater.example (RU-100001) of company Bluewater Alarm (SAP 2000001) by import | user maria@bluewater.example',
      'Add CSR release 5.0.0 by import | csr release 5.0.0',
      'Add CSR csr-east-1 by import | csr 10.60.1.11',
      `Add ${counts['billing-lines']} and change 0 records by import: billing lines | billing lines`,
      `Add ${counts['sim-activity']} and change 0 records by import: SIM activity | SIM activity`,
    ])
      expect(said).toContain(expected)

    const again = await load(samples)
    expect(await entriesOf(again.result.transactionId)).toMatchObject([
      { result: 'Success', message: expect.stringContaining('Import ') },
    ])
  })

  it('says of an object that it changes what of it, and of one that stays nothing', async () => {
    await loadCompanies()
    const header = 'iccid,vendorCode,sapCompanyId,usable'
    await loadSims(`${header}\n${attSim(1)},ATT,2000001,true\n${attSim(2)},ATT,,true\n`)
    const { result } = await loadSims(`${header}\n${attSim(1)},ATT,2000002,false\n${attSim(2)},ATT,,true\n`)
    expect(await entriesOf(result.transactionId)).toMatchObject([
      {
        message: `Change SIM ${attSim(1)} by import`,
        object: `sim ${attSim(1)}`,
        email: 'pat@desk',
        result: 'Success',
        detail: 'changed: company, usability',
      },
      { message: 'Import sims.csv', detail: 'sims.csv: 2 lines, 0 new, 1 changed, 0 bad' },
    ])
  })

  it('a dry run leaves none', async () => {
    const { result } = await load([{ name: 'sims.csv', text: `iccid,vendorCode\n${attSim(1)},ATT\n` }], {
      dryRun: true,
    })
    expect(await entriesOf(result.transactionId)).toEqual([])
  })

  it('R37 where the trail takes no entry nothing is loaded, and the operator is told', async () => {
    await withBrokenTrail(database.get().db, async () => {
      await expect(loadSims(`iccid,vendorCode\n${attSim(1)},ATT\n`)).rejects.toThrow(
        /^The import stopped before line 2 of sims\.csv: The audit trail cannot be written: no space left on device/,
      )
    })
    expect(await all('sim')).toEqual([])
  })
})
