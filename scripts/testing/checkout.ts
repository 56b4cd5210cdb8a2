import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the product in which the scripts may install and build without touching this checkout. */
export interface Checkout {
  folder: string
  path(...parts: string[]): string
  /** Replaces one of its files. */
  write(path: string, content: string): void
  /** Takes a file or an installed package away. */
  remove(path: string): void
  drop(): void
}

/** Files without what is installed or built; its packages are links to those that are installed here. */
export function makeCheckout({ installed = true } = {}): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'console-checkout-'))
  const path = (...parts: string[]) => join(folder, ...parts)
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'scripts',
    'packages',
    'apps',
  ])
    cpSync(join(root, name), path(name), {
      recursive: true,
      filter: (source) => !/^(node_modules|dist.*|.*\.test\.tsx?)$/.test(basename(source)),
    })
  mkdirSync(path('node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') || name === '.bin')
      symlinkSync(join(root, 'node_modules', name), path('node_modules', name))
  if (installed) {
    const lock = createHash('sha256').update(readFileSync(path('package-lock.json')))
    writeFileSync(path('node_modules/.installed-lock'), lock.digest('hex'))
  }
  return {
    folder,
    path,
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), content)
    },
    remove: (name) => rmSync(path(name), { recursive: true }),
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}
