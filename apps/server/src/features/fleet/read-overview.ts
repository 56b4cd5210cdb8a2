import { readableFindings } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { joinKnown, stand } from './filter.ts'

interface Counts {
  finding: string
  counts: number
  once: number
  expected: number
}

/** How many of each finding there are, of those that the reader may read; those without any as well. */
export async function countFindings(db: Db, view: View) {
  const { rows } = await sql<Counts>`
    select finding, count(*) filter (where stands = 'counts')::integer as counts,
      count(*) filter (where stands = 'once')::integer as once, count(*) filter (where stands = 'expected')::integer as expected
    from (select it.finding, ${stand(view)} as stands from fleet_finding as it ${joinKnown}) as each group by finding`.execute(
    db,
  )
  const of = new Map(rows.map((row) => [row.finding, row]))
  return readableFindings(view.may).map((finding) => {
    const { counts: count, once, expected } = of.get(finding) ?? { counts: 0, once: 0, expected: 0 }
    return { finding, count, once, expected }
  })
}
