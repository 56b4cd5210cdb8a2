import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programFile } from '../../../../scripts/testing/bundled-programs.ts'
import { shortLived } from './short-lived.ts'

const main = programFile('apps/server/src/programs/serve.ts')

/** The server as its own process, as an operator starts it. */
export interface ServerProcess {
  child: ChildProcess
  stdout: string[]
  stderr: () => string
  /** Resolves with what it printed when ready; rejects when it ends before. */
  listening: Promise<{ url: string; port: number; metricsUrl: string; pid: number }>
  /** How it ended: exit code, or the signal. */
  ended: Promise<number | string>
}

export function startServerProcess(
  env: Record<string, string>,
  options: { cwd?: string; imports?: string; livesLong?: boolean; program?: string } = {},
): ServerProcess {
  const { DATABASE_URL: _url, DATA_DIR: _folder, ...ambient } = process.env
  const nodeOptions = [
    ...(options.livesLong ? [] : shortLived),
    ...(options.imports ? ['--import', options.imports] : []),
  ]
  const child = spawn(process.execPath, [...nodeOptions, options.program ?? main], {
    cwd: options.cwd ?? process.cwd(),
    env: {
      ...ambient,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: '0',
      // No one's; without it, a server under test would talk to a demonstration's field on this machine.
      FIELD_URL: 'http://127.0.0.1:9',
      DEMO: 'on',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  const listening = new Promise<Awaited<ServerProcess['listening']>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      stdout.push(line)
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line) as Awaited<ServerProcess['listening']>)
    })
    void ended.then((how) => reject(new Error(`the server ended (${how}): ${errors}`)))
  })
  listening.catch(() => {})
  return { child, stdout, stderr: () => errors, listening, ended }
}

/** Ends it as SIGTERM does and waits; for afterEach. */
export async function stopServerProcess(server: ServerProcess): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}
