import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import type { Clock } from '../clock.ts'
import { currentWork } from './work.ts'

/**
 * Work about a moment of the past sees in such a database what was kept by then, under the names that all else has, and nothing
 * of now (`past.schema.ts`).
 */
export const withPast = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createDriver: () => lookBack(dialect.createDriver()),
})

const goThere = `
  select set_config('console.moment', $1, false), set_config('search_path', quote_ident(current_schema() || '_past'), false)`

function lookBack(driver: Driver): Driver {
  const looking = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  const release = driver.releaseConnection.bind(driver)
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options)
    const moment = currentWork()?.moment
    if (moment === undefined) return connection
    looking.add(connection)
    const at = new Date(moment).toISOString()
    try {
      await connection.executeQuery(CompiledQuery.raw(goThere, [at]))
      return connection
    } catch (error) {
      await driver.releaseConnection(connection, options)
      throw error
    }
  }
  driver.releaseConnection = async (connection, options) => {
    try {
      if (looking.delete(connection)) await connection.executeQuery(CompiledQuery.raw('reset search_path'))
    } finally {
      await release(connection, options)
    }
  }
  return driver
}

/** A clock by which it is then for work about a moment of the past. */
export const momentClock = (clock: Clock): Clock => ({
  ...clock,
  now: () => {
    const moment = currentWork()?.moment
    return moment === undefined ? clock.now() : new Date(moment)
  },
})
