import { listedKinds } from '@support-console/contract'
import type { DatabaseFigure } from '../database/database-figure.ts'

/** What of each kind of lasting work runs. Where a call waits for its end, its parts tell more (`work="deactivation"`). */
export const undertakingFigures: readonly DatabaseFigure[] = listedKinds(() => true).map((kind) => ({
  name: kind,
  kind: 'work',
  states: ['pending', 'running'],
  text: `
    select state, count(*)::int as rows, extract(epoch from clock_timestamp() - min(began_at))::float8 as oldest
    from undertaking where kind = '${kind}' and ended_at is null group by state`,
}))
