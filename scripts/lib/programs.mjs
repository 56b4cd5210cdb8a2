// Starts the product's programs, watches them, and ends them in order.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { productEnvironment, productNode, root } from './toolchain.mjs'

const patience = 25_000

/**
 * A program of ours as a child process in a group of its own: Ctrl-C reaches this script alone, which then ends the
 * programs in order. Its log goes to a file; what it says on stderr is shown.
 */
export class Program {
  constructor(name, entry, { logFolder, settings = {}, watch = false, verbose = false }) {
    this.name = name
    this.stopping = false
    mkdirSync(logFolder, { recursive: true })
    const log = createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' })
    const node = productNode()
    this.child = spawn(
      node,
      [
        '--disable-warning=ExperimentalWarning',
        ...(watch ? ['--watch', '--watch-preserve-output'] : []),
        entry,
      ],
      {
        cwd: root,
        env: productEnvironment(node, settings),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve(code ?? signal))
      this.child.once('error', (error) => {
        console.error(`${name} could not be started: ${error.message}`)
        resolve(1)
      })
    })
    this.listening = new Promise((resolve) => {
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        log.write(`${line}\n`)
        if (verbose) console.log(line)
        const entry = parse(line)
        if (entry?.msg === 'listening' && entry.url) resolve(entry)
      })
    })
    createInterface({ input: this.child.stderr }).on('line', (line) => {
      log.write(`${line}\n`)
      console.error(line)
    })
  }

  get running() {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async stop() {
    this.stopping = true
    if (!this.running) return
    this.child.kill('SIGTERM')
    const late = setTimeout(() => this.child.kill('SIGKILL'), patience)
    await this.ended
    clearTimeout(late)
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

/** Ends the programs, last started first, on Ctrl-C, SIGTERM or a closed terminal, and when one of them ends by itself. */
export function endTogether(programs) {
  let ending = false
  const end = async (code, said) => {
    if (ending) return
    ending = true
    if (said) console.log(said)
    for (const program of [...programs].reverse()) await program.stop()
    process.exit(code)
  }
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      asked += 1
      if (asked > 1 && signal === 'SIGINT') for (const program of programs) program.child.kill('SIGKILL')
      end(0, '\nStopping: calls under way may finish…')
    })
  return (program) =>
    program.ended.then((code) => {
      if (!program.stopping) end(1, `\nThe ${program.name} ended (${code}); the rest is stopped too.`)
    })
}
