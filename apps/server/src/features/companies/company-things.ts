import type { CompanyPanelFilter, CompanySimFilter } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { readAll } from './company-lists.store.ts'
import { companyPanels } from './company-panels.ts'
import { companySims } from './company-sims.ts'

export type ThingsOfCompany = { companyId: number } & (
  | { kind: 'sim'; filter?: CompanySimFilter | undefined }
  | { kind: 'panel'; filter?: CompanyPanelFilter | undefined }
)

/** Which SIMs or panels a company's list shows with this filter, by their identifiers; no more than so many. */
export async function thingsOfCompany(
  db: Db,
  view: View,
  asked: ThingsOfCompany,
  most: number,
): Promise<string[]> {
  const ids: string[] = []
  const rows =
    asked.kind === 'sim'
      ? readAll(db, companySims, { ...asked, view, filter: asked.filter ?? {} })
      : readAll(db, companyPanels, { ...asked, view, filter: asked.filter ?? {} })
  for await (const row of rows) {
    if (ids.length === most) break
    ids.push('iccid' in row ? row.iccid : row.cloud_id)
  }
  return ids
}
