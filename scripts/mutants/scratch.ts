import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/**
 * A copy of this checkout, as it stands on the disk, in which faults may be planted: its packages are links to those that
 * are installed here, but for our own, which are the copy's.
 */
export function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-mutants-'))
  const left = /^(node_modules|dist.*|data|\.git|test-results|playwright-report)$/
  for (const name of readdirSync(root))
    if (!left.test(name))
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (source) => !left.test(basename(source)),
      })
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, '@support-console'), { recursive: true })
  for (const name of readdirSync(from))
    if (name === '.bin' || !/^(\.|@support-console$)/.test(name))
      symlinkSync(join(from, name), join(to, name))
  for (const home of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, home)))
      symlinkSync(join(folder, home, name), join(to, '@support-console', name))
  // For the scripts: everything is installed.
  const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')))
  writeFileSync(join(to, '.installed-lock'), lock.digest('hex'))
  return folder
}
