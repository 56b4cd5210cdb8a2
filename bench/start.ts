// How long `npm start` takes until the console answers: in a fresh clone of what is committed, with the packages there, and
// a second time; beside the build alone, and beside Node.js that runs an empty program.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../scripts/testing/free-port.ts'
import { print } from './support/report.ts'

const repository = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'console-bench-start-'))

/** Settings of the bench's own start alone: none of the environment that it runs in. */
async function settings(): Promise<NodeJS.ProcessEnv> {
  const [port, metrics, field] = [await freePort(), await freePort(), await freePort()]
  const { PATH, HOME } = process.env
  return { PATH, HOME, PORT: String(port), METRICS_PORT: String(metrics), FIELD_PORT: String(field) }
}

/** Seconds until the console answers. */
async function start(env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now()
  const child = spawn('npm', ['start'], { cwd: folder, env, stdio: 'ignore', detached: true })
  try {
    while (!(await answers(`http://localhost:${env.PORT}/api/configuration/v1/runtime`))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      await pause(20)
    }
    return (performance.now() - began) / 1000
  } finally {
    await end(child)
  }
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.status < 500,
    () => false,
  )

/** As Ctrl-C in a terminal, which every process of the start hears. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.pid !== undefined && child.exitCode === null) {
    process.kill(-child.pid, 'SIGINT')
    await ended
  }
}

function seconds(program: string, args: string[]): number {
  const began = performance.now()
  execFileSync(program, args, { cwd: folder, stdio: 'ignore' })
  return (performance.now() - began) / 1000
}

try {
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository}`, folder])
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const env = await settings()
  const first = await start(env)
  const second = await start(env)
  const build = seconds('npm', ['run', '--silent', 'build'])
  const empty = seconds(process.execPath, ['-e', ''])
  print('npm start, until the console answers', [
    {
      what: 'fresh clone, packages installed',
      measured: first,
      unit: 's',
      baseline: { what: 'building the console alone', value: build },
      budget: { kind: 'at-most', value: 20 },
    },
    {
      what: 'the second time',
      measured: second,
      unit: 's',
      baseline: { what: 'Node.js with an empty program', value: empty },
      budget: { kind: 'at-most', value: 5 },
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
