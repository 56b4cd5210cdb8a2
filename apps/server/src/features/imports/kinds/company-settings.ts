import { type CompanyFieldEntry, companyFields, NewCompany } from '@support-console/contract'
import { sql } from 'kysely'
import { asSeen, listed, oneOf, someOf, wholeNumber, yesOrNo } from './cells.ts'
import type { Column } from './kind.ts'

/** The types of settings in the database. */
export const sqlTypes = { text: 'text', flag: 'boolean', percent: 'smallint', one: 'text', some: 'text[]' }

const { alertThresholdPercent, usageAlertEmail } = NewCompany.shape.companyMobileAlertSettings.shape

/** How the cells of a setting are read, and what to write into them. */
function cellsOf({ key, kind, of = [], standard }: CompanyFieldEntry): Pick<Column, 'schema' | 'meaning'> {
  switch (kind) {
    case 'flag':
      return { schema: yesOrNo, meaning: `true or false; empty: ${standard}` }
    case 'percent': {
      const most = key === 'warningThresholdPercent' ? 'the alert threshold' : 100
      return { schema: wholeNumber(alertThresholdPercent), meaning: `1 to ${most}; empty: ${standard}` }
    }
    case 'one':
      return { schema: oneOf(of), meaning: `${listed(of)}; empty: ${standard}` }
    case 'some': {
      const meaning = `some of ${listed(of, 'and')}, separated by spaces, or none; empty: ${[standard].flat().join(' ')}`
      return { schema: someOf(of), meaning }
    }
    case 'text':
      return { schema: asSeen(usageAlertEmail), meaning: 'e-mail address; empty: no one is told' }
  }
}

const settings = Object.values(companyFields).filter(
  ({ section }) => section !== 'companyInfo' && section !== 'networkModelSettings',
)

/** The settings that a company's file may name, each by its name in the API with a small letter first. */
export const companySettings = settings.map((field) => ({
  ...field,
  ...cellsOf(field),
  name: field.key.charAt(0).toLowerCase() + field.key.slice(1),
  /** In SQL: what an empty cell means, and what a new company has where the file does not speak of it (9). */
  standard: Array.isArray(field.standard)
    ? sql`${sql.lit(`{${field.standard.join(',')}}`)}::text[]`
    : sql.lit(field.standard),
}))
