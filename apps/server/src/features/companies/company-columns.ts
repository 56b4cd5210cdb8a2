import {
  type CompanyColumns,
  type CompanyMode,
  type CompanySections,
  companyFields,
  type FieldIssue,
  isFixed,
  networkModelDescriptions,
  networkModelIds,
  networkModelNames,
  pathOf,
  sayChange,
  sayValue,
  sectionsOf,
  valuesOf,
} from '@support-console/contract'
import type { Selectable } from 'kysely'
import type { CompanyTable } from './companies.table.ts'

type CompanyRow = Selectable<CompanyTable>

const fields = Object.values(companyFields)

/** The columns that a body asks for; lists in the order of their words, so that what says the same is the same. */
export function columnsOf(body: CompanySections): CompanyColumns {
  const values = valuesOf(body)
  return Object.fromEntries(
    fields.map(({ key, column, kind, of = [] }) => {
      const value = values[key]
      return [column, kind === 'some' ? of.filter((word) => [value].flat().includes(word)) : value]
    }),
  ) as CompanyColumns
}

/** The bundle's sections as the row has them (3). */
export function bundleOf(row: CompanyRow, onlineServiceKey: string) {
  const values = fields.map(({ key, column }) => [key, row[column as keyof CompanyColumns]])
  const sections = sectionsOf(Object.fromEntries(values))
  return {
    companySettings: {
      ...sections.companySettings,
      companyId: row.id,
      createDate: row.create_date.toISOString(),
      updateDate: row.update_date.toISOString(),
    },
    rpsControlSettings: { ...sections.rpsControlSettings, onlineServiceKey },
    companyInfo: { ...sections.companyInfo, companyId: row.id },
    companyMobileAlertSettings: {
      ...sections.companyMobileAlertSettings,
      sapCompanyId: row.sap_company_id,
    },
    networkModelSettings: {
      ...sections.networkModelSettings,
      networkModelId: networkModelIds[row.network_model],
      networkModelName: networkModelNames[row.network_model],
      networkModelDescription: networkModelDescriptions[row.network_model],
    },
  }
}

/** What differs, for the audit trail: 'alert threshold: 100 → 90'. */
export const changedSettings = (before: CompanyColumns, after: CompanyColumns): string[] =>
  fields.flatMap(({ column, words }) =>
    sayChange(words, before[column as keyof CompanyColumns], after[column as keyof CompanyColumns]),
  )

/** All settings, for the entry about a new company. */
export const allSettings = (columns: CompanyColumns): string[] =>
  fields.map(({ column, words }) => `${words}: ${sayValue(columns[column as keyof CompanyColumns])}`)

/** What is asked otherwise than the mode fixes it, each at its field. */
export const fixedOtherwise = (
  mode: CompanyMode,
  { is, asked, why }: { is: CompanyColumns; asked: CompanyColumns; why: string },
): FieldIssue[] =>
  fields
    .filter(({ key }) => isFixed(key, mode, is.network_model))
    .map(({ key, column }) => ({ key, column: column as keyof CompanyColumns }))
    .filter(({ column }) => is[column] !== asked[column])
    .map(({ key, column }) => ({ field: pathOf(key), message: `${why}: it is ${is[column] || 'empty'}` }))
