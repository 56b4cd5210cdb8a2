import { billingLines } from './billing-lines.ts'
import { companies } from './companies.ts'
import { companyReservations } from './company-reservations.ts'
import { companySubnets } from './company-subnets.ts'
import { csrReleases } from './csr-releases.ts'
import { csrServers } from './csr-servers.ts'
import type { Kind } from './kind.ts'
import { panels } from './panels.ts'
import { simActivity } from './sim-activity.ts'
import { sims } from './sims.ts'
import { users } from './users.ts'

export type { Column, Fault, Kind, Row } from './kind.ts'

/** Every kind of file, in the order in which an import takes them: what others refer to comes first. */
export const kinds: readonly Kind[] = [
  companies,
  companyReservations,
  companySubnets,
  panels,
  sims,
  users,
  billingLines,
  simActivity,
  csrReleases,
  csrServers,
]

/** The kinds with their columns, for people. */
export function kindsInWords(): string {
  return kinds
    .map(({ name, columns }) => {
      const listed = columns.map((column) => {
        const label = column.required ? column.name : `[${column.name}]`
        return `    ${label.padEnd(19)} ${column.meaning}`
      })
      return `  ${name}\n${listed.join('\n')}`
    })
    .join('\n')
}

/** The columns of a kind as docs/import-files.md has them. */
export function columnsTable({ columns }: Kind): string {
  const rows = columns.map(
    ({ name, required, meaning }) => `| \`${name}\` | ${required ? 'yes' : ''} | ${meaning} |`,
  )
  return ['| column | needed | what it says |', '|---|---|---|', ...rows].join('\n')
}
