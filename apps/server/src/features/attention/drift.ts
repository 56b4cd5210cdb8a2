import { type FleetFindingKind, fleetFindings } from '@support-console/contract'
import { sql } from 'kysely'
import type { Source } from './source.ts'

/** What has a row of its own while it lasts: panels that stopped together, and deployments that failed. */
const toldElsewhere: readonly FleetFindingKind[] = [
  'silent',
  'not-connected',
  'flapping',
  'off-release',
  'in-error',
  'other-release',
  'core-down',
  'does-not-answer',
]
/** Fewer more are no drift. */
const fewest = 5
/** A look at all that ended longer ago says nothing of now. */
const newsDays = 2

/**
 * Whether there are more of a finding than comings and goings give: as many leave as come, and things have theirs for a week at
 * least, so two nights differ by less than this in all but one night of ten thousand.
 */
export const hasGrown = (before: number, count: number): boolean =>
  count - before >= fewest && count - before > 2 * Math.sqrt(before)

interface Night {
  finding: FleetFindingKind
  before: number
  count: number
  now: number
  since: Date
}

/** Findings that grew from one whole look at all to the next, as long as there are so many. */
export const driftSource: Source = async (db, now) => {
  const { rows } = await sql<Night>`
    with night as (
      select sweep_id, finished_at, row_number() over (order by created_at desc) as place from sweep
      where state in ('finished', 'paused') order by created_at desc limit 2)
    select it.finding, before.count as before, it.count, night.finished_at as since, (
      select count(*)::integer from fleet_finding as found
      where found.finding = it.finding and readings > 1 and expected_id is null) as now
    from night join sweep_finding as it using (sweep_id)
    join night as former on former.place = 2
    join sweep_finding as before on before.sweep_id = former.sweep_id and before.finding = it.finding
    where night.place = 1 and night.finished_at > ${new Date(now.getTime() - newsDays * 86_400_000)} and it.count > before.count
      and it.finding <> all(${toldElsewhere}::text[])`.execute(db)
  return rows
    .filter(({ finding }) => finding in fleetFindings)
    .filter((night) => hasGrown(night.before, night.count) && hasGrown(night.before, night.now))
    .map(({ finding, before, count, since }) => ({
      key: `grown ${finding}`,
      rights: ['fleet.read', ...fleetFindings[finding].rights],
      since: since.toISOString(),
      panels: null,
      what: {
        code: 'grown',
        of: { kind: 'finding', id: finding },
        name: '',
        figures: { before, count, grown: count - before },
        note: '',
      },
    }))
}
