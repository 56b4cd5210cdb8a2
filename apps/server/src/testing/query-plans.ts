import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Tables } from '../platform/database/tables.ts'
import { copyOfTemplate } from './databases.ts'

const postgres = inject('postgres')
/** Why there are no plans to look at; undefined: there are. */
export const noPlans = 'missing' in postgres ? postgres.missing : undefined
export const plansTitle = noPlans ? `[PostgreSQL: ${noPlans}]` : '[PostgreSQL]'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** A migrated database of PostgreSQL, and how it goes about what is asked of it. */
export async function openPlans() {
  const copy = await copyOfTemplate()
  const pool = new pg.Pool({ connectionString: copy.url, max: 2 })
  // Dropping the database may end one before its own end has come through: then the pool hears of it, or the connection alone.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const asked: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // What is read within a transaction is planned as it is without.
    log: ({ query }) => void (/^(begin|commit)\b/i.test(query.sql) || asked.push(query)),
  })
  return {
    db,
    /** What `read` asks: which tables are read whole, which indexes are used, and how many rows of each table are looked at. */
    async plansOf<T>(read: () => Promise<T>) {
      asked.splice(0)
      const result = await read()
      const nodes: Plan[] = []
      const collect = (plan: Plan): void => {
        nodes.push(plan)
        plan.Plans?.forEach(collect)
      }
      for (const { sql: text, parameters } of [...asked]) {
        const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, [
          ...parameters,
        ])
        collect(rows[0]['QUERY PLAN'][0].Plan)
      }
      const readWhole = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
        .map((node) => node['Relation Name'])
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? [])
      // Those that were looked at, of the tables that are kept by months.
      const months = nodes
        .filter((node) => node['Actual Loops'] > 0)
        .flatMap((node) => node['Relation Name']?.match(/_\d{4}_\d\d$/)?.[0] ?? [])
      const rowsOf: Record<string, number> = {}
      for (const node of nodes) {
        // The months of a table are one.
        const table = node['Relation Name']?.replace(/_\d{4}_\d\d$/, '')
        const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
        if (table) rowsOf[table] = (rowsOf[table] ?? 0) + rows
      }
      return {
        result,
        rowsOf,
        readWhole: [...new Set(readWhole)],
        indexes: [...new Set(indexes)],
        months: [...new Set(months)],
      }
    },
    async close() {
      await db.destroy()
      await copy.drop()
    },
  }
}
