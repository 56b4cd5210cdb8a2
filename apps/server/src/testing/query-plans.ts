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
  Plans?: Plan[]
}

/** A migrated database of PostgreSQL, and how it goes about what is asked of it. */
export async function openPlans() {
  const copy = await copyOfTemplate()
  const pool = new pg.Pool({ connectionString: copy.url, max: 2 })
  const asked: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void asked.push(event.query),
  })
  return {
    db,
    /** The tables that are read whole, and the indexes that are used, by what `read` asks. */
    async plansOf<T>(read: () => Promise<T>) {
      asked.splice(0)
      const result = await read()
      const nodes: Plan[] = []
      const collect = (plan: Plan): void => {
        nodes.push(plan)
        plan.Plans?.forEach(collect)
      }
      for (const { sql: text, parameters } of [...asked]) {
        const { rows } = await pool.query(`explain (format json) ${text}`, [...parameters])
        collect(rows[0]['QUERY PLAN'][0].Plan)
      }
      const readWhole = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'])
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? [])
      return { result, readWhole: [...new Set(readWhole)], indexes: [...new Set(indexes)] }
    },
    async close() {
      await db.destroy()
      await copy.drop()
    },
  }
}
