/**
 * A figure that stands in the database, and so is the same on every server. `text` is one statement that costs little however
 * many rows there are.
 */
export type DatabaseFigure = { name: string; text: string } & (
  | {
      /** Work that goes on: rows `{ state, rows, oldest }`, `oldest` in seconds. States that no row has count as none. */
      kind: 'work'
      states: readonly string[]
    }
  /** Jobs: rows `{ queue, state, rows, oldest }`. */
  | { kind: 'jobs' }
  /** What is looked at now and then: one row `{ age, fresh, stale }`, `age` in seconds, null where it never was. */
  | { kind: 'collector' }
  /** The database's clock: one row `{ now }`, in seconds since 1970. */
  | { kind: 'clock' }
  /** One row whose columns are gauges by their names, null where there is no value. */
  | { kind: 'single'; gauges: Record<string, string> }
)
