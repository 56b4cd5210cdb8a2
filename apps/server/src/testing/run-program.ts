import { type ChildProcess, spawn } from 'node:child_process'
import { Writable } from 'node:stream'
import { programFile } from '../../../../scripts/testing/bundled-programs.ts'
import { shortLived } from './short-lived.ts'

/** What became of a command: its exit code, or the signal that ended it, and what it said. */
interface Ending {
  code: number | string
  out: string
  err: string
}

type Command = (
  args: string[],
  surroundings: { env: Record<string, string>; stdout: Writable; stderr: Writable },
) => Promise<number>

/** A command in this process, which costs no start of a program. */
export async function runCommand(
  command: Command,
  args: string[],
  env: Record<string, string>,
): Promise<Ending> {
  const said = { out: '', err: '' }
  const into = (stream: 'out' | 'err') =>
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        said[stream] += text
        done()
      },
    })
  const code = await command(args, { env, stdout: into('out'), stderr: into('err') })
  return { code, ...said }
}

const { DATABASE_URL: _url, DATA_DIR: _folder, ...ambient } = process.env

/** One of the server's programs (`import.ts`) as a process of its own. */
export function startProgram(
  name: string,
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; said: { out: string; err: string }; ended: Promise<Ending> } {
  const program = programFile(`apps/server/src/programs/${name}`)
  const child = spawn(process.execPath, [...shortLived, program, ...args], {
    env: { ...ambient, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const ended = new Promise<Ending>((resolve) =>
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', ...said })),
  )
  return { child, said, ended }
}
