import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programFile } from '../../scripts/testing/bundled-programs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Compiled once for all starts. */
const compileCache = fileURLToPath(
  new URL('../../node_modules/.cache/support-console/compiled', import.meta.url),
)

/** One of our programs as a real process, which a test may stop, kill and start again on the same address. */
export class Program {
  readonly #entry: string
  readonly #settings: Record<string, string>
  #child: ChildProcess | undefined
  #output = ''
  #starts = 0

  /** @param entry its source, from the root */
  constructor(entry: string, settings: Record<string, string>) {
    this.#entry = entry
    this.#settings = settings
  }

  /** Resolves when the program has said that it listens; fails with all that it printed when it ends before. */
  async start(overrides: Record<string, string> = {}): Promise<void> {
    this.#starts++
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', programFile(this.#entry)],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? '',
          NODE_COMPILE_CACHE: compileCache,
          ...this.#settings,
          ...overrides,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    this.#child = child
    this.#output = ''
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-200_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    await new Promise<void>((resolve, reject) => {
      const deadline = setTimeout(
        () => reject(new Error(`${this.#entry} did not listen within two minutes:\n${this.#output}`)),
        120_000,
      )
      child.stdout.on('data', () => {
        if (this.#output.includes('"msg":"listening"')) {
          clearTimeout(deadline)
          resolve()
        }
      })
      child.once('exit', (code) => {
        clearTimeout(deadline)
        reject(new Error(`${this.#entry} ended with ${code}:\n${this.#output}`))
      })
    })
  }

  /** All that it printed since its last start (the last 200,000 characters). */
  get output(): string {
    return this.#output
  }

  /** How often it was started. */
  get starts(): number {
    return this.#starts
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || !this.running) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }
}
