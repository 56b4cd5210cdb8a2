import { type Call, calls, isReading } from '@support-console/contract'
import { dropAccount, keepAccount, readToken, urlGiven } from './account.ts'
import { askLine } from './ask-line.ts'
import { attention } from './attention.ts'
import { createClient } from './client.ts'
import { completionOf } from './completion.ts'
import { deactivate } from './deactivate.ts'
import { exitCodes, Failure } from './failure.ts'
import { jsonOf, plain, tableOf } from './print.ts'
import { readingVerbs } from './reading.ts'
import { shownFile } from './shown-file.ts'
import { signIn } from './sign-in.ts'
import { type Given, textOf, type Verb } from './verb.ts'

/** What `isc call` makes, by name: what only reads, and has an end. */
const readingCalls: Readonly<Record<string, Call>> = Object.fromEntries(
  Object.entries(calls as Record<string, Call>).filter(
    ([, call]) => isReading(call) && !call.streams && call.access !== 'neighbour',
  ),
)

const call: Verb = {
  name: 'call',
  words: ['[NAME]', '[KEY=VALUE…]'],
  about: 'Make any reading call of the console; without a name, list them',
  options: { body: { type: 'string', value: 'JSON', about: 'what a call of method POST is asked' } },
  calls: [],
  async run(given) {
    const { client, words } = given
    const [name, ...pairs] = words
    if (name === undefined)
      return {
        data: Object.entries(readingCalls).map(([key, { method, path, access, summary }]) => ({
          ...{ name: key, method, path, access, summary },
        })),
        text: () =>
          tableOf(
            ['NAME', 'RIGHT', 'ADDRESS', 'WHAT'],
            Object.entries(readingCalls).map(([key, { access, path, summary }]) => [
              key,
              access,
              path,
              summary,
            ]),
          ),
      }
    const asked = Object.hasOwn(readingCalls, name) ? readingCalls[name] : undefined
    if (!asked)
      throw new Failure(
        exitCodes.usage,
        Object.hasOwn(calls, name)
          ? `${name} changes something, or has no end. \`isc call\` only reads.`
          : `${plain(name)} is not a call. \`isc call\` lists them.`,
      )
    const values = Object.fromEntries(pairs.map(pairOf))
    const inPath = new Set([...asked.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? ''))
    const partOf = (isParam: boolean) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => inPath.has(key) === isParam))
    const options = { params: partOf(true), query: partOf(false), ...bodyOf(textOf(given, 'body')) }
    if (asked.file) return shownFile(given, await client.download(asked, options))
    const data = await client.ask(asked, options)
    return { data, text: () => jsonOf(data) }
  },
}

function pairOf(pair: string): [key: string, value: string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new Failure(exitCodes.usage, `"${plain(pair)}" is not KEY=VALUE.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function bodyOf(text: string | undefined): { body?: unknown } {
  if (text === undefined) return {}
  try {
    return { body: JSON.parse(text) }
  } catch {
    throw new Failure(exitCodes.usage, 'The text of --body is not JSON.')
  }
}

/** The table of verbs. */
export const verbs: readonly Verb[] = [...readingVerbs, attention, deactivate, call]

/** What needs no token, or makes one known. */
const ownVerbs = {
  login: {
    name: 'login',
    words: [],
    about: 'Store the address of a console and a token of yours; a pipe may bring the token',
    options: {
      url: { type: 'string', value: 'ADDRESS', about: 'the console, such as https://console.example' },
    },
    calls: [calls.listRecent],
    async run(given: Given) {
      const { env, stdin, signal, note, options } = given
      const url = urlGiven(options.url, env)
      const token = readToken(
        await askLine({ ...given, signal }, stdin.isTTY ? `Token for ${url} (it is not shown): ` : '', {
          isHidden: true,
        }),
      )
      // A token that is not accepted is not stored.
      await createClient({ url, token }, signal).ask(calls.listRecent)
      note(`Stored in ${await keepAccount(env, { url, token })}, for you alone.`)
      return undefined
    },
  },
  signIn,
  logout: {
    name: 'logout',
    words: [],
    about: 'Forget the stored token; it stays valid until you revoke it in the console',
    calls: [],
    async run({ env, note }: Given) {
      note(`${await dropAccount(env)} is gone. The token itself is valid until it is revoked or over.`)
      return undefined
    },
  },
  completion: {
    name: 'completion',
    words: ['bash|zsh'],
    about: 'Print what completes commands in a shell: source <(isc completion bash)',
    calls: [],
    async run({ words, stdout }: Given) {
      stdout.write(completionOf(words[0] ?? '', { verbs: allVerbs, callNames: Object.keys(readingCalls) }))
      return undefined
    },
  },
} as const satisfies Record<string, Verb>

export const allVerbs: readonly Verb[] = [...verbs, ...Object.values(ownVerbs)]
