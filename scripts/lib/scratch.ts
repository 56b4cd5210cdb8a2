import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** What is built or left behind. */
const left = /^(node_modules|dist.*|data|\.git|test-results|playwright-report)$/

/** A copy of this checkout, as it stands on the disk, which may be changed. */
export function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-scratch-'))
  // PostgreSQL runs as another user where this is root.
  chmodSync(folder, 0o755)
  for (const name of readdirSync(root))
    if (!left.test(name))
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (source) => !left.test(basename(source)),
      })
  linkInto(join(folder, 'node_modules'), join(root, 'node_modules'))
  return folder
}

/**
 * The packages, each file by a link: they are really there, and nothing resolves to the checkout. Of those that begin with
 * a dot only the programs and the mark that all is installed; caches are the copy's own.
 */
export function linkInto(to: string, from: string, isTop = true): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (isTop && /^\.(?!bin$|installed-lock$)/.test(entry.name)) continue
    if (entry.isDirectory()) linkInto(target, source, false)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The temporary folder is on another disk.
    copyFileSync(source, target)
  }
}

/**
 * Runs a program of Node.js in the copy, and takes the copy away when it has ended.
 * @returns its exit code
 */
export async function runInScratch(
  folder: string,
  args: readonly string[],
  extra: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // One kind of database shows most faults; `TEST_DATABASES=all` for both.
    env: { TEST_DATABASES: 'one', ...process.env, ...extra },
    stdio: 'inherit',
    // Its own group, so that all that it has started can be ended with it.
    detached: true,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return code ?? 1
}
