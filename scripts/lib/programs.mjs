// Starts the product's programs, watches them, and ends them in order.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eachLine } from './each-line.mjs'
import { RotatingLog } from './rotating-log.mjs'
import { breakStep } from './steps.mjs'
import { giveUp, productEnvironment, productNode, root } from './toolchain.mjs'

/** The server's own: DRAIN_SECONDS, 20 s for calls under way, and a little more. */
const patience = 25_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 5)

/** The two programs that make the product. */
export const entries = { field: 'apps/field/src/main.ts', server: 'apps/server/src/programs/serve.ts' }

/**
 * Node.js's heap for the server: left to itself it takes what the machine has before it looks for garbage; these two make it
 * look sooner, and cost no time that can be measured (`npm run task -- bench memory`).
 */
export const serverOptions = ['--max-semi-space-size=4', '--max-old-space-size=1536']

/** npm passes on the Ctrl-C that the terminal has sent already; only one after this many milliseconds is a second. */
const sameCtrlC = 1000

/** Makes the data folder with its logs and gives a log for each name; ends the script when the folder cannot be used. */
export function openLogs(data, names) {
  const folder = join(data, 'logs')
  try {
    makeFolder(folder)
    // One of an earlier version may be open to others.
    chmodSync(folder, 0o700)
    return new Map(names.map((name) => [name, new RotatingLog(join(folder, `${name}.log`), logLimits())]))
  } catch (error) {
    const what =
      error.code === 'ENOSPC'
        ? 'The disk is full: free some space, or set DATA_DIR to a folder elsewhere'
        : 'Set DATA_DIR to a folder in which this user may write'
    return giveUp(`The data folder ${data} cannot be used (${error.code}). ${what}.`)
  }
}

/** As mkdirSync does with `recursive`, which never ends where the system refuses a folder with ENOENT (/proc). */
function makeFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}

/** LOG_FILE_MB: how large a file grows; LOG_FILE_COUNT: how many there are of each program, the one in use included. */
function logLimits() {
  return { bytes: setting('LOG_FILE_MB', 10, 1000) * 1_000_000, count: setting('LOG_FILE_COUNT', 5, 100) }
}

function setting(name, standard, most) {
  const given = process.env[name] || String(standard)
  if (/^\d{1,4}$/.test(given) && Number(given) >= 1 && Number(given) <= most) return Number(given)
  return giveUp(`${name} must be a whole number from 1 to ${most}.`)
}

/**
 * A child process in a group of its own: Ctrl-C reaches this script alone, which then ends its children in order.
 * `ended` resolves to its exit code or signal once all of its output is read.
 */
export class Child {
  constructor(name, args, { settings = {}, ...options }) {
    this.name = name
    this.stopping = false
    const node = productNode()
    this.child = spawn(node, args, { ...options, env: productEnvironment(node, settings), detached: true })
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve(code ?? signal))
      this.child.once('error', (error) => {
        console.error(`The ${name} could not be started: ${error.message}`)
        resolve(1)
      })
    })
  }

  get running() {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Ends it and whatever it has started, at once. */
  kill() {
    if (!this.running) return
    try {
      process.kill(-this.child.pid, 'SIGKILL')
    } catch {
      this.child.kill('SIGKILL')
    }
  }

  async stop() {
    this.stopping = true
    if (!this.running) return
    this.child.kill('SIGTERM')
    const late = setTimeout(() => this.kill(), patience)
    await this.ended
    clearTimeout(late)
  }

  /** What there is to say when it ended by itself. */
  farewell(code) {
    return `The ${this.name} ended (${code}); the rest is stopped too.`
  }
}

/** One of our programs. Its log goes to a file; what it says on stderr is shown. */
export class Program extends Child {
  constructor(name, entry, { log, settings, options = [], watch = false, verbose = false, hear }) {
    // Under --watch it is Node.js's own parent that stands between.
    const together = watch ? [] : [`--import=${new URL('end-with-parent.mjs', import.meta.url)}`]
    const watching = watch ? ['--watch', '--watch-preserve-output'] : []
    super(name, ['--disable-warning=ExperimentalWarning', ...together, ...options, ...watching, entry], {
      cwd: root,
      settings,
      stdio: [watch ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    /** Whether it was ready, and whether it told why it ended. */
    this.ready = false
    this.complained = false
    this.listening = new Promise((resolve) => {
      eachLine(this.child.stdout, (line) => {
        log.write(`${line}\n`)
        if (verbose) console.log(line)
        const entry = parse(line)
        if (entry) hear?.(entry)
        if (entry?.msg !== 'listening' || !entry.url) return
        this.ready = true
        resolve(entry)
      })
    })
    eachLine(this.child.stderr, (line) => {
      this.complained = true
      log.write(`${line}\n`)
      breakStep()
      console.error(line)
    })
  }

  farewell(code) {
    return !this.ready && this.complained ? undefined : super.farewell(code)
  }
}

function parse(line) {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Ends the children, last started first, on Ctrl-C, SIGTERM or a closed terminal, and when one of them ends by itself. */
export function endTogether(children) {
  let ending = false
  const end = async (code) => {
    if (ending) return
    ending = true
    for (const child of [...children].reverse()) await child.stop()
    if (code === 0) console.log('Stopped.')
    process.exit(code)
  }
  let askedAt
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal === 'SIGINT' && askedAt !== undefined && performance.now() - askedAt > sameCtrlC)
        for (const child of children) child.kill()
      breakStep()
      if (!ending) console.log('\nStopping: calls under way may finish…')
      askedAt ??= performance.now()
      end(0)
    })
  // However this script ends, nothing stays behind.
  process.on('exit', () => {
    for (const child of children) child.kill()
  })
  return (child) => {
    children.push(child)
    child.ended.then((code) => {
      if (child.stopping || ending) return
      const said = child.farewell(code)
      breakStep()
      if (said) console.error(`\n${said}`)
      end(1)
    })
    return child
  }
}
