import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { deviceFlow, longestMachine, usualTokenDays } from '@support-console/contract/tokens.words'
import { keepAccount, urlGiven } from './account.ts'
import { sayLost } from './client.ts'
import { exitCodes, Failure } from './failure.ts'
import { plain } from './print.ts'
import { textOf, type Verb } from './verb.ts'

interface Answer {
  readonly device_code?: string
  readonly user_code?: string
  readonly verification_uri?: string
  readonly interval?: number
  readonly access_token?: string
  readonly scope?: string
  readonly error?: string
}

/** By the device flow (RFC 8628), where the console has it (D60). */
export const signIn: Verb = {
  name: 'sign-in',
  words: [],
  about: 'Get a token by a code that you enter in the console, where it allows that, and store it',
  options: {
    url: { type: 'string', value: 'ADDRESS', about: 'the console, such as https://console.example' },
    scopes: { type: 'string', value: 'LIST', about: 'rights, such as fleet.read,csr.read (all that read)' },
  },
  calls: [],
  async run(given) {
    const { env, signal, note, options } = given
    const url = urlGiven(options.url, env)
    const post = (path: string, asked: Record<string, string>) =>
      ask(`${url}${path}`, { client_id: deviceFlow.clientId, ...asked }, signal)
    const begun = await post(deviceFlow.codePath, {
      machine: hostname().slice(0, longestMachine),
      scope: (textOf(given, 'scopes') ?? '').split(',').join(' '),
    })
    const { device_code: code, user_code: typed, verification_uri: page } = begun
    if (!code || !typed || !page) throw refused(begun.error)
    note(`Open ${plain(page)} in your browser, press "Sign in a command line…" and enter ${plain(typed)}`)
    note(`Waiting for your answer there, for at most ${deviceFlow.minutes} minutes. Ctrl+C ends it.`)
    for (let seconds = begun.interval ?? deviceFlow.seconds; ; ) {
      await pause(seconds * 1000, undefined, { signal }).catch(() => {
        throw new Failure(exitCodes.notDone, 'You stopped it.')
      })
      const {
        access_token: token,
        scope,
        error,
      } = await post(deviceFlow.tokenPath, {
        grant_type: deviceFlow.grantType,
        device_code: code,
      })
      if (token) {
        note(`Stored in ${await keepAccount(env, { url, token })}, for you alone.`)
        note(`It ends in ${usualTokenDays} days. Its rights: ${plain(scope).split(' ').join(', ')}`)
        return undefined
      }
      if (error === 'slow_down') seconds += deviceFlow.seconds
      else if (error !== 'authorization_pending') throw refused(error)
    }
  },
}

async function ask(address: string, form: Record<string, string>, signal: AbortSignal): Promise<Answer> {
  const { origin } = new URL(address)
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    // Another address would be shown what becomes the token.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
  }).catch((error: unknown) => {
    throw new Failure(exitCodes.noAnswer, signal.aborted ? 'You stopped it.' : sayLost(origin, error))
  })
  if (answer.status === 404)
    throw new Failure(
      exitCodes.notAllowed,
      `${origin} does not sign in command lines with a code. Make a token there, then run \`isc login\`.`,
    )
  const said = (await answer.json().catch(() => ({}))) as Answer
  if (answer.ok || said.error) return said
  throw new Failure(
    exitCodes.noAnswer,
    `${origin} does not answer as a console does (HTTP ${answer.status}). Check the address.`,
  )
}

function refused(error: string | undefined): Failure {
  switch (error) {
    case 'access_denied':
      return new Failure(exitCodes.notAllowed, 'It was refused in the console.')
    case 'expired_token':
    case 'invalid_grant':
      return new Failure(exitCodes.notAllowed, 'The code is over. Run `isc sign-in` again.')
    case 'invalid_scope':
      return new Failure(
        exitCodes.usage,
        'One of --scopes is no right that a token can have, or changes what it cannot read. `isc help VERB` names rights.',
      )
    case 'slow_down':
      return new Failure(exitCodes.noAnswer, 'The console is asked too often. Try again in a minute.')
    default:
      return new Failure(exitCodes.noAnswer, `The console did not take the request: ${plain(error)}`)
  }
}
