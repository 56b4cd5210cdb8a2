import pg from 'pg'
import { type Clock, systemClock } from '../../apps/server/src/platform/clock.ts'

/** The clock of field, server and database: one moment for all. */
export interface WorldTime {
  clock: Clock
  /** In milliseconds. */
  now(): number
  to(at: number): Promise<void>
  close(): Promise<void>
}

/** What the database answers when it is asked for the time: a row that this sets, found before its own functions. */
const ownTime = `
  create table world_clock (at timestamptz not null);
  create function public.now() returns timestamptz language sql stable as 'select at from public.world_clock';
  create function public.clock_timestamp() returns timestamptz language sql volatile as 'select at from public.world_clock';
  alter database postgres set search_path = public, pg_catalog`

/**
 * Before the database is migrated and opened.
 * @param tellField moves the field's clock
 */
export async function openWorldTime(
  url: string,
  begin: number,
  tellField: (at: string) => Promise<unknown>,
): Promise<WorldTime> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(ownTime)
  await client.query('insert into world_clock values ($1)', [new Date(begin).toISOString()])
  let now = begin
  const started = begin
  return {
    clock: {
      ...systemClock,
      now: () => new Date(now),
      elapsed: () => systemClock.elapsed() + now - started,
    },
    now: () => now,
    async to(at) {
      now = at
      const iso = new Date(at).toISOString()
      await Promise.all([tellField(iso), client.query('update world_clock set at = $1', [iso])])
    },
    close: () => client.end(),
  }
}
