import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type {} from '../../../platform/database/tables.ts'

/** Refusals in a row after which no one tries until a person has mended it; Verizon locks the user after five. */
const REFUSALS_AT_MOST = 2
/** After which a login that never ended, with its server, stands in no one's way. */
const TRYING_MS = 60_000

/** Keeps all servers together from locking Verizon's user by logins that are refused. */
export interface LoginBrake {
  /** 'go': no one else tries until `end`; 'wait': someone does; 'stop': it was refused, and is not tried again. */
  begin(credentials: string): Promise<'go' | 'wait' | 'stop'>
  /** @param refusedAs Verizon's code where it refused; undefined where nothing is known */
  end(credentials: string, outcome: 'accepted' | 'refused' | 'unclear', refusedAs?: string): Promise<void>
}

interface VerizonLoginTable {
  credentials: string
  refusals: number
  refused_code: string
  refused_at: Date | null
  trying_until: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    verizon_login: VerizonLoginTable
  }
}

/** By which a changed password is known; the application's secret in it keeps it from being guessed. */
export const hashOf = (credentials: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(credentials)).digest('hex')

/** In the database, for all servers, and beyond their restarts. */
export function createLoginBrake(db: Db): LoginBrake {
  return {
    async begin(credentials) {
      const { rows } = await sql`
        insert into verizon_login as login (credentials, trying_until)
        values (${credentials}, clock_timestamp() + ${TRYING_MS} * interval '1 millisecond')
        on conflict (credentials) do update set trying_until = excluded.trying_until
          where login.refusals < ${REFUSALS_AT_MOST}
            and (login.trying_until is null or login.trying_until < clock_timestamp())
        returning 1`.execute(db)
      if (rows.length > 0) return 'go'
      const login = db.selectFrom('verizon_login').select('refusals').where('credentials', '=', credentials)
      return ((await login.executeTakeFirst())?.refusals ?? 0) < REFUSALS_AT_MOST ? 'wait' : 'stop'
    },
    async end(credentials, outcome, refusedAs = '') {
      const refused = {
        refusals: sql<number>`refusals + 1`,
        refused_code: refusedAs,
        refused_at: sql<Date>`now()`,
      }
      const facts = { accepted: { refusals: 0 }, refused, unclear: {} }[outcome]
      await db
        .updateTable('verizon_login')
        .set({ ...facts, trying_until: null })
        .where('credentials', '=', credentials)
        .execute()
    },
  }
}

/** The same for one process without a database. */
export function createLocalBrake(): LoginBrake {
  let refusals = 0
  return {
    begin: async () => (refusals < REFUSALS_AT_MOST ? 'go' : 'stop'),
    async end(_credentials, outcome) {
      if (outcome === 'accepted') refusals = 0
      if (outcome === 'refused') refusals++
    },
  }
}
