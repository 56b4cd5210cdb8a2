import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { seed } from '../../demo/seed.ts'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Pulses } from './keep-pulse.ts'
import { readKeptSims } from './read-kept.ts'
import { readKeptPanels } from './read-kept-panels.ts'

const hour = 3_600_000

describeOnOneDatabase('connected console 5 what the console itself knows', (database) => {
  const db = () => database.get().db
  const clock = createTestClock()
  const pulses: Pulses = { of: () => ({ answered: 0, failed: 0, failedSince: null }) }
  const parts = () => ({
    platform: { db: db(), clock, config: parseConfig({ DEMO: 'on' }) },
    times: { intervalMs: 60_000, silentMinutes: 15 },
    agentCountsMs: 900_000,
    pulses,
  })
  const before = (hours: number) => new Date(clock.now().getTime() - hours * hour)
  beforeAll(() => seed(db(), simWorld))

  it('counts what changed of a SIM within 30 days', async () => {
    const sim = '8914800000000000055'
    const say = (hours: number, imei: string) =>
      keepObservations(db(), [
        {
          kind: 'sim',
          id: sim,
          source: 'Verizon',
          askedAt: before(hours).toISOString(),
          tookMs: 1,
          said: { fields: { imei } },
        },
      ])
    await say(32 * 24, '352099001111111')
    await say(31 * 24, '352099002222222')
    await say(29 * 24, '352099003333333')
    await say(3, '352099004444444')
    const { changes } = (await readKeptSims(parts(), [sim], () => true)).get(sim)?.facts ?? {}
    expect(changes?.is === 'known' && changes.value.map(({ after }) => after)).toEqual([
      '352099004444444',
      '352099003333333',
    ])
  })

  it('D51 goes by the usage that the carrier told of the present period, else by the last bill', async () => {
    const sim = '8901170000000000021'
    const day = (days: number) =>
      before(-24 * days)
        .toISOString()
        .slice(0, 10)
    const [year, month] = [clock.now().getUTCFullYear(), clock.now().getUTCMonth() + 1]
    const bill = {
      iccid: sim,
      plan: 'Alarm 5MB',
      vendor_code: 'ATT' as const,
      bytes: 7,
      amount_cents: 1,
      currency: 'USD',
    }
    await db()
      .insertInto('billing_line')
      .values({ ...bill, year, month })
      .execute()
    const billingAfter = async (usagePlan: string, usageTo: string, hours: number) => {
      const usage = { usedBytes: '4000000', usagePlan, usageFrom: day(-20), usageTo, usageDays: '' }
      const source = 'AT&T usage'
      const askedAt = before(hours).toISOString()
      await keepObservations(db(), [
        { kind: 'sim', id: sim, source, askedAt, tookMs: 1, said: { fields: usage } },
      ])
      const { billing } = (await readKeptSims(parts(), [sim], () => true)).get(sim)?.facts ?? {}
      return billing?.is === 'known' && [billing.source, billing.value?.lines]
    }
    const billed = ['Billing lines', [expect.objectContaining({ plan: 'Alarm 5MB', bytes: 7 })]]
    expect(await billingAfter('Alarm 5MB', day(10), 3)).toEqual([
      'AT&T',
      [{ plan: 'Alarm 5MB', bytes: 4_000_000 }],
    ])
    expect(await billingAfter('m2m4G', day(10), 2)).toEqual(billed)
    expect(await billingAfter('Alarm 5MB', day(-3), 1)).toEqual(billed)
  })

  it('counts releases of two days, and those that still run', async () => {
    const { csr_id } = await db().selectFrom('csr').select('csr_id').limit(1).executeTakeFirstOrThrow()
    const deployment = (to_release: string, began: number, ended: number | null) => ({
      deployment_id: randomUUID(),
      csr_id,
      kind: 'upgrade' as const,
      from_release: '4.2.0',
      to_release,
      state: ended === null ? ('running' as const) : ('succeeded' as const),
      created_at: before(began),
      finished_at: ended === null ? null : before(ended),
      transaction_id: randomUUID(),
      issuer: 'i',
      subject: 's',
      email: 'a@b.example',
      session_id: 's',
      token_id: 't',
      remote_address: '::1',
    })
    await db()
      .insertInto('csr_deployment')
      .values([deployment('1.0.0', 49.5, 49), deployment('2.0.0', 48.5, 47), deployment('3.0.0', 2, 1)])
      .execute()
    await db()
      .insertInto('csr_deployment')
      .values(deployment('4.0.0', 60, null))
      .execute()
    const panel = 'CBS0000001'
    const { facts } =
      (await readKeptPanels(parts(), [panel], { may: () => true, isOne: true })).get(panel) ?? {}
    expect(
      facts?.deployments.is === 'known' && facts.deployments.value.map(({ toRelease }) => toRelease),
    ).toEqual(['3.0.0', '2.0.0', '4.0.0'])
  })

  it("names a panel's SIMs in service first, of them the last changed", async () => {
    const panel = 'CBS0000007'
    const [old, newest, ended] = ['8901170000000066664', '8901170000000066672', '8901170000000066680']
    await db().updateTable('sim').set({ panel: '' }).where('panel', '=', panel).execute()
    const row = { vendor_code: 'ATT' as const, company_id: 1, panel }
    await db()
      .insertInto('sim')
      .values([
        { ...row, iccid: old },
        { ...row, iccid: newest },
        { ...row, iccid: ended, deactivated_at: before(1) },
      ])
      .execute()
    for (const [iccid, hours] of [
      [old, 30],
      [newest, 20],
      [ended, 10],
    ] as const)
      await sql`update sim set update_date = ${before(hours)} where iccid = ${iccid}`.execute(db())
    const { facts } =
      (await readKeptPanels(parts(), [panel], { may: () => true, isOne: true })).get(panel) ?? {}
    expect(facts?.panel.is === 'known' && facts.panel.value?.sims).toEqual([newest, old, ended])
  })
})
