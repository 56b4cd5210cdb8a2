import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** One of the scripts, running in a checkout. */
export interface ScriptProcess {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves once stdout matches, with the match; rejects when the script ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** How it ended: exit code, or the signal. */
  ended: Promise<number | string>
}

const ambient = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|LANG|SystemRoot)$/.test(name)),
)

const anyPorts = { PORT: '0', METRICS_PORT: '0', FIELD_PORT: '0', VITE_PORT: '0' }

/** Runs `scripts/NAME.mjs` on this Node.js with no settings but those given; ports are free ones unless told. */
export function runScript(
  folder: string,
  name: string,
  settings: Record<string, string> = {},
  options: string[] = [],
  args: string[] = [],
): ScriptProcess {
  // The second start of a checkout's programs does not compile them again: half of what a start costs.
  const compiled = join(folder, 'node_modules/.compiled')
  const child = spawn(process.execPath, [...options, join(folder, 'scripts', `${name}.mjs`), ...args], {
    cwd: folder,
    env: { ...ambient, NODE_COMPILE_CACHE: compiled, ...anyPorts, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(out)
        if (match) resolve(match)
      }
      child.stdout.on('data', look)
      void ended.then((how) => reject(new Error(`${name} ended (${how}) without ${pattern}:\n${out}${err}`)))
      look()
    })
  return { child, stdout: () => out, stderr: () => err, says, ended }
}

/** Lets node tell another version of itself to the script. */
export const asVersion = (version: string): string[] => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`,
]
