import type { VendorCode } from '@support-console/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import type { Run } from '../../../platform/undertakings/runs.ts'
import type { Neighbours } from '../../../systems/neighbours.ts'
import { lookUp } from '../../panel-environment/index.ts'
import { readUsage } from '../../sim-information/index.ts'
import type { SweepRow } from './sweep.store.ts'

/**
 * Findings by a word that no list and no read of a SIM's state tells: how much it used, and where a panel points to. Unless their
 * own source is asked for a second reading, they stay seen once.
 */
const askedApart = ['over-threshold', 'other-environment'] as const
export type AskApart = (
  finding: (typeof askedApart)[number],
  id: string,
  signal: AbortSignal,
) => Promise<void>

/** Asks the source of such a finding as its screen does; what it says is kept. */
export const createAskApart =
  ({ platform, neighbours }: { platform: Platform; neighbours: Neighbours }): AskApart =>
  async (finding, id, signal) => {
    if (finding === 'over-threshold')
      await readUsage({ platform, neighbours }, { simId: id, look: 'now', signal, may: () => true })
    else {
      const { rows } = await sql<{ physicalId: string }>`
        select thing_id as "physicalId" from observation
        where thing_kind = 'panel' and source = 'Pathfinder' and fields ? 'environment'
          and thing_id = any(array_append(array(select physical_id from panel_id where cloud_id = ${id}),
            (select lower(panel_info ->> 'physicalPanelId') from panel where cloud_id = ${id})))
        order by asked_at desc limit 1`.execute(platform.db)
      for (const { physicalId } of rows) await lookUp({ platform, signal }, neighbours.pathfinder, physicalId)
    }
    await platform.observations.written()
  }

interface Parts {
  platform: Pick<Platform, 'db' | 'clock'>
  askApart: AskApart
  settings: { perSecond: Readonly<Record<VendorCode, number>> }
}

/** Whether the hours of its night are over. */
export const isOver = ({ until_at: until }: SweepRow, clock: Pick<Platform['clock'], 'now'>): boolean =>
  until !== null && clock.now() >= until

/** Each once a sweep, one after the other, while the sweep runs and its hours last; one that is not answered stays seen once. */
export async function askOnceSeenApart(
  { platform: { db, clock }, askApart, settings }: Parts,
  run: Run<'sweep'>,
  signal: AbortSignal,
): Promise<void> {
  const once = await db
    .selectFrom('fleet_finding')
    .select(['finding', 'thing_id', 'carrier'])
    .where('readings', '=', 1)
    .where('finding', 'in', askedApart)
    .orderBy('since')
    .execute()
  for (const { finding, thing_id: id, carrier } of once) {
    if (!(await run.isHeld(db)) || isOver(run.row, clock)) return
    await askApart(finding as (typeof askedApart)[number], id, signal)
    const perSecond = finding === 'over-threshold' ? settings.perSecond[carrier as VendorCode] : 1
    await clock.wait(1000 / (perSecond ?? 1), signal)
  }
}
