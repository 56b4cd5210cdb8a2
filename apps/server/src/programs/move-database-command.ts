import { resolve } from 'node:path'
import { parseDatabaseConfig } from '../config.ts'
import { openKey, sealServiceKeys } from '../features/companies/index.ts'
import { openSecretsOf, sealWebhooks } from '../features/doors/index.ts'
import { openVpnPassword, sealSims } from '../features/sims/index.ts'
import { migrations } from '../migrations.ts'
import { readHead } from '../platform/audit/chain.ts'
import { verifyChain } from '../platform/audit/verify-chain.ts'
import { CopyFailed, copyDatabase } from '../platform/database/copy-database.ts'
import { holdToMark } from '../platform/database/demo-mark.ts'
import type { Db } from '../platform/database/open-database.ts'
import { refuseMisfit, versionOf } from '../platform/database/version.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { figure } from './audit-words.ts'
import { codeOf, isThere, openAsItIs, openBeside, Refused, type Surroundings, whyEnded } from './command.ts'
import { bringUp } from './prepare.ts'

const usage = `DATA_DIR=FOLDER DATABASE_URL=postgres://… npm run move-database

Copies all that the server keeps in its own database (PGlite, in DATA_DIR) into an empty database of PostgreSQL, and compares both.
Either all of it is there afterwards or nothing is: run it again after whatever ended it. The folder is left as it is.
Set DEMO, and SECRETS_KEY where there is one, as for the server. docs/data.md says more.`

/** @returns the exit code */
export async function moveDatabaseCommand(
  args: string[],
  { env, stdout, stderr }: Surroundings,
): Promise<number> {
  try {
    const say = (line: string) => void stdout.write(`${line}\n`)
    if (args.length === 0) return await main(env, say)
    if (args.some((arg) => !['-h', '--help'].includes(arg))) throw new Refused(usage)
    say(usage)
    return 0
  } catch (error) {
    stderr.write(`${whyEnded(error, 'The database was not moved', CopyFailed)}\n`)
    return codeOf(error)
  }
}

async function main(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  const config = parseDatabaseConfig(env)
  const { url, folder } = config.database
  if (url === '') throw new Refused('Where it shall go is missing: set DATABASE_URL.')
  const own = { ...config.database, url: '' }
  if (!(await isThere(own))) throw new Refused(`There is no database in ${resolve(folder)}. Set DATA_DIR.`)
  const source = await openAsItIs(own, {
    elsewhere: 'which is where this goes to.',
    outdated:
      'The database is older than this program. Start the server once, which brings it up to date, and stop it.',
  })
  try {
    await holdToMark(source.db, config.demo)
    const target = await openBeside(config.database, '')
    try {
      const version = await versionOf(target.db, migrations)
      refuseMisfit(version)
      if (version.at !== undefined) await mustBeUnused(target.db)
      await bringUp(target.db, config.demo)
      await installJobs(target)
      const head = await readHead(source.db)
      const tables = await copyDatabase(source.db, target.db)
      const rows = tables.reduce((sum, each) => sum + each.rows, 0)
      say(`${tables.length} tables with ${figure(rows)} rows were copied, and are the same on both sides.`)
      return await check(target.db, await openSecrets(config), head, say)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Anyone who began to use it has marked it (demo_mark), or has something in the trail. */
async function mustBeUnused(db: Db): Promise<void> {
  const used = (await db.selectFrom('audit_chain').select('number').limit(1).execute()).length > 0
  if (used)
    throw new Refused(
      'The database at DATABASE_URL is in use already: it has an audit trail. Nothing was changed. Give an empty one.',
    )
}

/** What the copy is worth: the trail holds up to the head of before, and every password can be read. */
async function check(
  db: Db,
  secrets: SecretBox,
  head: { number: number; hash: string } | undefined,
  say: (line: string) => void,
): Promise<number> {
  const { faultCount, faults, links } = await verifyChain(db, { earlier: head })
  if (faultCount > 0) {
    for (const fault of faults) say(fault)
    say(
      'The audit trail does not hold in the copy. See whether it does in the folder (npm run audit:verify), and do not use the copy.',
    )
    return 1
  }
  await sealSims(db, secrets)
  await sealServiceKeys(db, secrets)
  await sealWebhooks(db, secrets)
  const sims = await db
    .selectFrom('sim')
    .select(['iccid', 'vpn_password'])
    .where('vpn_password', '<>', '')
    .execute()
  for (const { iccid, vpn_password } of sims) openVpnPassword(secrets, iccid, vpn_password)
  const companies = await db.selectFrom('company').selectAll().where('sealed_service_key', '<>', '').execute()
  for (const company of companies) openKey(secrets, company)
  for (const webhook of await db.selectFrom('webhook').selectAll().execute()) openSecretsOf(secrets, webhook)
  say(
    `The audit trail holds: ${figure(links)} links, up to ${head ? `${head.number}:${head.hash}` : 'none'}.`,
  )
  say(
    `All ${figure(sims.length)} VPN passwords and ${figure(companies.length)} installer service keys can be read.`,
  )
  say(
    'Start the servers with this DATABASE_URL. Keep the folder until you have a back-up of the new database, and start no server on it.',
  )
  return 0
}
