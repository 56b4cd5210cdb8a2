import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/open-database.ts'
import { createLogger, scrub } from '../platform/logging/logger.ts'
import { allGoOutAlike } from '../platform/outbound/exchange.ts'
import { isThere, openBeside, type Surroundings, whyEnded } from './command.ts'
import { lookAtDatabase } from './doctor/database.ts'
import { type Finding, findingsOf } from './doctor/finding.ts'
import { lookAtMachine } from './doctor/machine.ts'
import { lookAtNeighbours } from './doctor/neighbours.ts'
import { lookAtProvider } from './doctor/provider.ts'
import { lookAtSettings } from './doctor/settings.ts'
import { lookAtStates } from './doctor/states.ts'

const usage = `npm run doctor [-- --json] [-- --mend]

Looks at the settings, the database, the sign-on provider, the neighbours and this machine, and changes nothing. With
--mend it compares all kept states with what was said of each thing, and mends those that differ.
Codes: 0 no fault (there may be warnings), 1 something must be mended.

Set everything as for the server. docs/operations/watching.md, says more.`

/** @returns the exit code */
export async function doctorCommand(args: string[], { env, stdout, stderr }: Surroundings): Promise<number> {
  try {
    const options = {
      json: { type: 'boolean' },
      mend: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { json, mend, help } = parseArgs({ args, options }).values
    if (help) {
      stdout.write(`${usage}\n`)
      return 0
    }
    const all: Finding[] = []
    const found = (findings: Finding[]) => {
      all.push(...findings)
      if (!json) for (const each of findings) stdout.write(`${scrub(lineOf(each))}\n`)
    }
    await lookAtAll(env, found, mend)
    const count = (state: Finding['state']) => all.filter((each) => each.state === state).length
    const summary = { faults: count('fault'), warnings: count('warning'), fine: count('fine') }
    stdout.write(
      json
        ? `${scrub(JSON.stringify({ ...summary, findings: all }, null, 2))}\n`
        : `\n${summary.faults} to mend, ${summary.warnings} worth a look, ${summary.fine} fine.\n`,
    )
    return summary.faults > 0 ? 1 : 0
  } catch (error) {
    stderr.write(`${scrub(whyEnded(error, 'The doctor cannot look'))}\n`)
    return 1
  }
}

const lineOf = ({ about, state, says }: Finding): string =>
  `${{ fine: 'fine   ', warning: 'look   ', fault: 'MEND   ' }[state]} ${about}: ${says}`

/** One part after the other, so that anyone who reads sees what is waited for. */
async function lookAtAll(
  env: NodeJS.ProcessEnv,
  found: (findings: Finding[]) => void,
  isMending: boolean,
): Promise<void> {
  allGoOutAlike()
  const { config, findings } = lookAtSettings(env)
  found(findings)
  if (!config)
    return found([findingsOf('everything else').fault('Not looked at, since the settings cannot be read.')])
  found(lookAtMachine(config))
  found(await lookAtProvider(config))
  const database = await open(config, found)
  if (!database)
    return found([
      findingsOf('neighbours').warning('Not looked at without the database, which keeps their limits.'),
    ])
  try {
    const looked = await lookAtDatabase(config, database)
    found(looked.findings)
    if (looked.isOfThisVersion) found(await lookAtStates(database, isMending))
    const log = createLogger({ log: { level: 'silent', instance: '' } })
    found(
      looked.isOfThisVersion
        ? await lookAtNeighbours(config, database, log)
        : [findingsOf('neighbours').warning('Not looked at until the database is of this version.')],
    )
  } finally {
    await database.close()
  }
}

async function open(
  { database }: Config,
  found: (findings: Finding[]) => void,
): Promise<Database | undefined> {
  const { warning, fault } = findingsOf('database')
  if (!(await isThere(database))) {
    found([warning(`There is none in ${database.folder} yet; the first start makes it.`)])
    return undefined
  }
  try {
    return await openBeside(database, 'which can be looked at beside any number of servers.')
  } catch (error) {
    const says = whyEnded(error, 'It cannot be opened')
    found([/^A server is using/.test(says) ? warning(says) : fault(says)])
    return undefined
  }
}
