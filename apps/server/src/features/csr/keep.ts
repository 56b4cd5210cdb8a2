import { sql } from 'kysely'
import { deleteInSteps } from '../../platform/database/keep.ts'
import type { Db } from '../../platform/database/open-database.ts'

/** Deployments that ended before that; the last one of each CSR stays. */
export const purgeDeployments = (db: Db, before: Date): Promise<void> =>
  deleteInSteps(
    db,
    'csr_deployment',
    sql`finished_at < ${before} and exists (
      select from csr_deployment as later
      where later.csr_id = csr_deployment.csr_id and later.created_at > csr_deployment.created_at)`,
  )
