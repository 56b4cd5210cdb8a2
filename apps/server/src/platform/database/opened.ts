import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { BackendOptions, DatabaseOptions } from 'pg-boss'
import type { PoolFigures } from './postgres-pools.ts'
import type { Standing } from './primary.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** The open database: PostgreSQL, or PGlite in a folder or in memory. Same SQL, same migrations (D4). */
export interface Database {
  db: Db
  kind: 'postgres' | 'pglite'
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>
  /** PostgreSQL only: whether a server that takes writes answers, and what each that was asked said. */
  standing?: () => Standing
  /** Of each part of the connections; PGlite has one connection and no pool. */
  pools(): PoolFigures[]
  /**
   * Rows of a statement for operators' figures, one after the other: on PostgreSQL on a connection of its own, where it waits a
   * quarter of a second for a lock and lasts a second at most.
   */
  look(text: string): Promise<unknown[]>
  /**
   * How the job queue reaches the same database: PGlite's one connection, or PostgreSQL by connections of its own, which it
   * sees under this name.
   */
  jobs(name: string): DatabaseOptions & BackendOptions
  /** PostgreSQL only: a connection outside the pool, for locks that last as long as it does. Its user ends it. */
  openSession?: () => Promise<pg.Client>
  /** PGlite only, whose one connection hears by itself. @returns what ends it */
  listen?: (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>
  close(): Promise<void>
}

/** The database cannot be opened; the message is a sentence for the operator. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}
