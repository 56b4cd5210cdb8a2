import { parseArgs } from 'node:util'
import { readAccount } from './account.ts'
import { type Client, createClient } from './client.ts'
import { exitCodes, Failure } from './failure.ts'
import { globalOptions, helpOf, helpOfVerb } from './help.ts'
import { jsonOf, plain } from './print.ts'
import type { Surroundings } from './surroundings.ts'
import type { Verb } from './verb.ts'
import { allVerbs, verbs } from './verbs.ts'

/** One command of the command line; resolves to its exit code. Whatever went wrong is a sentence on stderr. */
export async function isc(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, env, signal } = surroundings
  try {
    const [first = 'help', ...rest] = args
    if (first === 'help' || first === '--help') {
      stdout.write(`${rest.length > 0 ? helpOfVerb(verbOf(rest).verb) : helpOf(allVerbs)}\n`)
      return exitCodes.done
    }
    const { verb, left } = verbOf(args)
    const { values, positionals } = read(verb, left)
    if (values.help) {
      stdout.write(`${helpOfVerb(verb)}\n`)
      return exitCodes.done
    }
    const isForPeople = stdout.isTTY === true && !values.json
    const shown = await verb.run({
      ...surroundings,
      client: verbs.includes(verb) ? createClient(await readAccount(env), signal) : noClient,
      words: positionals,
      options: values,
      isForPeople,
      note: (sentence) => stderr.write(`${sentence}\n`),
    })
    if (!shown) return exitCodes.done
    const text = isForPeople ? shown.text() : jsonOf(shown.data)
    if (text !== '') stdout.write(`${text}\n`)
    return shown.code ?? exitCodes.done
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    stderr.write(`${error.message.split('\n').map(plain).join('\n')}\n`)
    return error.code
  }
}

/** The verb that a command begins with; it may have two words. */
function verbOf(args: readonly string[]): { verb: Verb; left: readonly string[] } {
  for (const length of [2, 1]) {
    const verb = allVerbs.find(({ name }) => name === args.slice(0, length).join(' '))
    if (verb) return { verb, left: args.slice(length) }
  }
  throw new Failure(exitCodes.usage, `"${plain(args[0])}" is not a command. \`isc help\` lists them.`)
}

function read(verb: Verb, args: readonly string[]) {
  const options = { ...verb.options, ...globalOptions }
  const parsed = (() => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    } catch (error) {
      throw new Failure(exitCodes.usage, `${(error as Error).message}\n${usageOf(verb)}`)
    }
  })()
  const { length } = parsed.positionals
  const needed = verb.words.filter((word) => !word.startsWith('[')).length
  const isOpen = verb.words.at(-1)?.includes('…') === true
  if (!parsed.values.help && (length < needed || (!isOpen && length > verb.words.length)))
    throw new Failure(exitCodes.usage, usageOf(verb))
  return {
    positionals: parsed.positionals,
    values: parsed.values as Record<string, string | boolean | undefined>,
  }
}

const usageOf = ({ name, words }: Verb): string => `Usage: isc ${[name, ...words].join(' ')}`

/** Of what asks no console. */
const noClient: Client = {
  url: '',
  ask: () => Promise.reject(new Error('no console is asked here')),
  download: () => Promise.reject(new Error('no console is asked here')),
}
