import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { exitCodes, Failure } from './failure.ts'
import type { Surroundings } from './surroundings.ts'

/** Which console, and the token that is shown to it. */
export interface Account {
  readonly url: string
  readonly token: string
}

type Env = Surroundings['env']

export const fileOf = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'isc', 'account.json')

/** A token is shown to its own console alone: one of the file is never sent to another address. */
export async function readAccount(env: Env): Promise<Account> {
  const url = env.ISC_URL ? consoleAddress(env.ISC_URL) : undefined
  const token = env.ISC_TOKEN?.trim()
  if (url && token) return { url, token }
  const kept = await readFile(fileOf(env))
  if (token && kept) return { url: kept.url, token }
  if (token) throw new Failure(exitCodes.usage, 'ISC_URL is missing: the address of the console.')
  if (!kept)
    throw new Failure(
      exitCodes.notAllowed,
      'You are not signed in. Run `isc login`, or set ISC_URL and ISC_TOKEN.',
    )
  if (url && url !== kept.url)
    throw new Failure(
      exitCodes.usage,
      `The stored token is for ${kept.url}, and ISC_URL names ${url}. Set ISC_TOKEN, too, or run \`isc login\`.`,
    )
  return kept
}

async function readFile(path: string): Promise<Account | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw new Failure(exitCodes.notAllowed, `${path} cannot be read (${error.code}).`)
  })
  if (!file) return undefined
  try {
    const { mode, uid } = await file.stat()
    // Windows has no such modes.
    if (process.getuid && ((mode & 0o077) !== 0 || uid !== process.getuid()))
      throw new Failure(
        exitCodes.notAllowed,
        `Others on this machine can read ${path}. Its token is not used. Revoke it in the console, then run \`isc login\`.`,
      )
    const { url, token } = JSON.parse(await file.readFile('utf8')) as Partial<Account>
    if (typeof url !== 'string' || typeof token !== 'string') throw new SyntaxError()
    return { url: consoleAddress(url), token }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Failure(exitCodes.notAllowed, `${path} is damaged. Run \`isc login\`.`)
  } finally {
    await file.close()
  }
}

export async function keepAccount(env: Env, account: Account): Promise<string> {
  const path = fileOf(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Never half written, and never open to others, not even while it is written.
  const next = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(next, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(account, null, 2)}\n`)
  } finally {
    await file.close()
  }
  await rename(next, path)
  return path
}

export async function dropAccount(env: Env): Promise<string> {
  const path = fileOf(env)
  await rm(path, { force: true })
  return path
}

/** The origin of a console. Over plain HTTP a token would be readable on the way. */
function consoleAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Failure(
      exitCodes.usage,
      `${text} is not the address of a console, such as https://console.example.`,
    )
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw new Failure(exitCodes.usage, `${url.origin} is not encrypted: a token is sent over https only.`)
  return url.origin
}

/** The console that a command names, or the environment. */
export function urlGiven(option: unknown, env: Env): string {
  const address = typeof option === 'string' ? option : env.ISC_URL
  if (!address) throw new Failure(exitCodes.usage, 'Name the console, such as --url https://console.example')
  return consoleAddress(address)
}

/** What can be a token: it becomes part of a header. */
export function readToken(text: string): string {
  const token = text.trim()
  if (/^[!-~]{1,4096}$/.test(token)) return token
  throw new Failure(exitCodes.usage, 'This is not a token. Copy it whole from the page where it was made.')
}
