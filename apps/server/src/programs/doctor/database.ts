import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { migrations } from '../../migrations.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/database/open-database.ts'
import { versionOf } from '../../platform/database/version.ts'
import { isWorkedOn } from '../../platform/jobs/jobs.ts'
import { openSecrets } from '../../platform/secrets/open-secrets.ts'
import { clockFinding, type Finding, findingsOf } from './finding.ts'

const { fine, warning, fault } = findingsOf('database')

/** What a server holds beside DATABASE_CONNECTIONS: for jobs, news, carriers' limits and /readyz. */
const furtherConnections = 7

/** Whether the database is of this version, and the findings about it. */
export async function lookAtDatabase(
  config: Config,
  { db, kind }: Database,
): Promise<{ isOfThisVersion: boolean; findings: Finding[] }> {
  const findings = kind === 'postgres' ? await lookAtPostgres(db, config) : [fine('PGlite, in its folder.')]
  const { at, wanted, pending, misfit, jobsPending } = await versionOf(db, migrations)
  if (misfit) findings.push(fault(misfit))
  else if (pending.length > 0 || jobsPending) {
    const says = `It is ${at ? `at ${at}` : 'empty'}, and this program wants ${wanted}: npm run migrate`
    findings.push(
      config.database.migrateAtStart
        ? warning(`${says}, or the next start brings it there.`)
        : fault(`${says}.`),
    )
  } else findings.push(fine(`It is at ${wanted}, as this program wants it.`))
  const isOfThisVersion = !misfit && pending.length === 0
  if (isOfThisVersion) findings.push(...(await lookInside(config, { db, kind })))
  return { isOfThisVersion, findings }
}

async function lookAtPostgres(db: Db, { database }: Config): Promise<Finding[]> {
  const before = systemClock.now().getTime()
  const { rows } = await sql<Facts>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`.execute(db)
  const now = (before + systemClock.now().getTime()) / 2
  const [facts] = rows
  if (!facts) return []
  const { version, number, most, used, now_ms: nowMs } = facts
  const needed = database.connections + furtherConnections
  const connections = `PostgreSQL takes ${most} connections, ${used} are in use, and a server of this setting needs up to ${needed}`
  return [
    number >= 150_000
      ? fine(`PostgreSQL ${version}.`)
      : fault(`PostgreSQL ${version} is too old: 15 or newer is needed.`),
    most < needed
      ? fault(`${connections}: raise max_connections, or lower DATABASE_CONNECTIONS.`)
      : most - used < needed
        ? warning(`${connections}: with another server there may be too few. Raise max_connections.`)
        : fine(`${connections}.`),
    clockFinding('database', nowMs - now),
  ]
}

interface Facts {
  version: string
  number: number
  most: number
  used: number
  now_ms: number
}

async function lookInside(config: Config, { db, kind }: Pick<Database, 'db' | 'kind'>): Promise<Finding[]> {
  const mark = await db.selectFrom('demo_mark').select('demo').executeTakeFirst()
  const word = config.demo ? 'a demo' : 'for real use'
  const extension = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  return [
    !mark
      ? warning(`Its first start marks it ${word}.`)
      : mark.demo === config.demo
        ? fine(`It is ${word}, as DEMO says.`)
        : fault(
            `It is ${mark.demo ? 'a demo' : 'in real use'}, and DEMO says ${config.demo ? 'on' : 'off'}: no start will take it.`,
          ),
    ...(extension.rows.length > 0
      ? []
      : [
          warning(
            'It has no extension pg_trgm, so names that are typed wrongly are not found (docs/operations/postgresql.md).',
          ),
        ]),
    await lookAtKeys(config, db),
    (await isWorkedOn({ db, kind }))
      ? fine('A server works on jobs.')
      : config.worker === 'off'
        ? fault('No server works on jobs, so ordered work waits: start one with WORKER=on or WORKER=only.')
        : warning('No server works on jobs right now; this one will, once it is started.'),
  ]
}

/** The keys that VPN passwords and installer service keys are encrypted with, of some of them. */
async function lookAtKeys(config: Config, db: Db): Promise<Finding> {
  const about = findingsOf('secrets key')
  const used = await sql<{ id: string }>`
    select distinct split_part(text, ':', 1) as id
    from ((select vpn_password as text from sim where vpn_password <> '' limit 10000)
      union all (select sealed_service_key from company where sealed_service_key <> '' limit 10000)
      union all (select secret from webhook)) as sealed`.execute(db)
  if (config.demo && config.secretsKeys.length === 0)
    return about.fine('The demo keeps one of its own in DATA_DIR.')
  const { keyIds } = await openSecrets(config)
  const missing = used.rows.map(({ id }) => id).filter((id) => !keyIds.includes(id))
  return missing.length === 0
    ? about.fine('SECRETS_KEY opens the VPN passwords that were looked at.')
    : about.fault(
        `VPN passwords are encrypted with the key ${missing.join(', ')}, which SECRETS_KEY does not hold: add it behind the newest one.`,
      )
}
