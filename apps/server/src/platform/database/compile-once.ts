import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands for a value that is given when the query is run. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Names of the statements that each connection prepares once, by their texts. */
const prepared = new Map<string, string>()

/** By which name a connection prepares this statement; undefined where it is parsed and planned each time. */
export const preparedName = (text: string): string | undefined => prepared.get(text)

/** PostgreSQL shall keep the plan of this statement, too, for each connection: only for what has one good plan. */
export const prepareAs = (text: string, name: string): void => {
  prepared.set(text, name)
}

/**
 * A query for a hot path: built and compiled when it is first run, and from then on only given other values. `build`
 * may put what is `given` wherever a query takes a parameter; it cannot look at it, for it is not there yet.
 * @param prepareAs where PostgreSQL shall keep its plan, too, for each connection: only for what has one good plan
 */
export function compileOnce<Given extends object, Row>(
  build: (db: Kysely<Tables>, given: Given) => Compilable<Row>,
  prepareAs?: string,
): (db: Kysely<Tables>, given: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, given) => {
    if (!compiled) {
      compiled = build(db, places<Given>()).compile()
      if (prepareAs) prepared.set(compiled.sql, prepareAs)
    }
    const values = new Map(Object.entries(given))
    const parameters = compiled.parameters.map((each) =>
      each instanceof Place ? values.get(each.name) : each,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Has a place under whatever name is asked for. */
const places = <Given extends object>(): Given =>
  new Proxy({} as Given, { get: (_none, name) => new Place(String(name)) })
