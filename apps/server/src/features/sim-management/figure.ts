import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import { openStates } from './deactivations.table.ts'

/** The rows of batches that are not settled; over the index of the open ones. */
export const deactivationFigure: DatabaseFigure = {
  name: 'deactivation',
  kind: 'work',
  states: openStates,
  text: `
    select state, count(*)::int as rows, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
    from deactivation join deactivation_batch using (batch_id)
    where state in ('ready', 'asking', 'waiting', 'settling') group by state`,
}
