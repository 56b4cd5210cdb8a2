import { type IdentifiedKind, identified } from '@support-console/contract/identifiers'
import { paths } from './paths.ts'

/**
 * Where a thing is shown, by its main identifier; a company by its SAP company ID, which all systems have. Apart from the
 * other addresses, because the first page carries those.
 */
export const pageOf = (kind: IdentifiedKind, id: string): string =>
  kind === 'company' ? paths.companyOfNumber(id) : identified[kind].page(id)
