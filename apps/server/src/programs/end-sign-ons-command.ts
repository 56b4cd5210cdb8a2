import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { thing } from '@support-console/contract'
import { parseBareConfig } from '../config.ts'
import { operatorOfThisMachine } from '../features/imports/index.ts'
import { appendAudit } from '../platform/audit/append-audit.ts'
import { auditedTransaction } from '../platform/audit/audited-transaction.ts'
import type { Db } from '../platform/database/open-database.ts'
import { endSignOnsOf, peopleOf } from '../platform/sign-on/end-sign-ons.ts'
import type { User } from '../platform/sign-on/user.ts'
import { codeOf, isThere, openAsItIs, Refused, type Surroundings, whyEnded } from './command.ts'

const usage = `npm run end-sign-ons -- EMAIL
npm run end-sign-ons -- --issuer ISSUER --subject SUBJECT

Refuses, on every server within seconds, all tokens that were issued to this person until now. End the sign-on at the provider
first: otherwise the next renewal brings a fresh token. The second form is for someone without an entry in the audit trail;
both stand in the log, in every line of a call of theirs.

Set DEMO, and DATABASE_URL or DATA_DIR, as for the server.`

/** @returns the exit code */
export async function endSignOnsCommand(
  args: string[],
  { env, stdout, stderr }: Surroundings,
): Promise<number> {
  try {
    stdout.write(`${await main(args, env)}\n`)
    return 0
  } catch (error) {
    stderr.write(`${whyEnded(error, 'The sign-ons cannot be ended')}\n`)
    return codeOf(error)
  }
}

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const wish = wishOf(args)
  if (wish === 'help') return usage
  const { database: config } = parseBareConfig(env)
  if (!(await isThere(config))) throw new Refused(`There is no database in ${config.folder}.`)
  const database = await openAsItIs(config, {
    elsewhere: 'where this runs beside any number of servers.',
    outdated: 'The database is older than this program. Bring it up to date first: npm run migrate.',
  })
  try {
    return await end(database.db, wish)
  } finally {
    await database.close()
  }
}

type Wish = { email: string } | Pick<User, 'issuer' | 'subject'>

function wishOf(args: string[]): Wish | 'help' {
  const options = {
    issuer: { type: 'string' },
    subject: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const { issuer, subject, help } = values
    const [email, ...more] = positionals
    if (help) return 'help'
    if (issuer && subject && email === undefined) return { issuer, subject }
    if (email && more.length === 0 && issuer === undefined && subject === undefined) return { email }
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n\n${usage}`)
  }
  throw new Refused(`Name one person.\n\n${usage}`)
}

/** @returns what was done, in a sentence */
async function end(db: Db, wish: Wish): Promise<string> {
  const people = 'email' in wish ? await peopleOf(db, wish.email) : [wish]
  const whose = 'email' in wish ? wish.email : wish.subject
  if (people.length === 0)
    throw new Refused(
      `No user has an entry in the audit trail as ${whose}; nothing was ended. Check the spelling, or give --issuer and --subject.`,
    )
  await auditedTransaction(db, async (trx) => {
    await endSignOnsOf(trx, people)
    await appendAudit(trx, {
      source: 'server',
      user: operatorOfThisMachine(),
      transactionId: randomUUID(),
      remoteAddress: '',
      route: 'end-sign-ons',
      permission: '',
      activity: 'User Info (CBS)',
      message: `End the sign-ons of ${whose}`,
      object: thing('user', whose.toLowerCase()),
      result: 'Success',
    })
  })
  return `The sign-ons of ${whose} were ended (${people.map(({ subject }) => subject).join(', ')}): every server refuses the earlier tokens within seconds. Anyone who is still signed in at the provider gets new ones: end that, too.`
}
