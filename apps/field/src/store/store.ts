import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** The field's memory: one SQLite database. Each owner makes its own tables. */
export interface Store {
  /** Creates tables; must be harmless when they exist. */
  define(sql: string): void
  /** Runs a changing statement and tells how many rows it touched. */
  run(sql: string, ...values: SQLInputValue[]): number
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** Reads a kept value, or makes and keeps it the first time. */
  keep<Value>(name: string, make: () => Value): Value
  close(): void
}

/**
 * Opens the database in a folder, or in memory when the folder is empty. The write-ahead log lets every finished
 * statement survive a kill of the process.
 */
export function openStore(dataDir: string): Store {
  if (dataDir) makeFolder(resolve(dataDir))
  const path = dataDir ? join(dataDir, 'field.sqlite') : ':memory:'
  const db = new DatabaseSync(path)
  // One of an earlier version may be open to others; the files beside it get its mode.
  if (dataDir) chmodSync(path, 0o600)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000')
  db.exec('CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }
  return {
    define: (sql) => db.exec(sql),
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    keep: <Value>(name: string, make: () => Value): Value => {
      const row = prepare('SELECT value FROM kept WHERE name = ?').get(name)
      if (row) return JSON.parse(String(row.value)) as Value
      const value = make()
      prepare('INSERT INTO kept (name, value) VALUES (?, ?)').run(name, JSON.stringify(value))
      return value
    },
    close: () => db.close(),
  }
}

/** As mkdirSync does with `recursive`, which never ends where the system refuses a folder with ENOENT (/proc). */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}
