import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('./house.mjs', import.meta.url))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'house-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function lay(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function measured(...options: string[]): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [script, folder, ...options], { encoding: 'utf8' })
  return { status, lines: stdout.split('\n') }
}

const within = "import { b } from './b.ts'\nexport const a = b\nconsole.log(a)\n"

describe('house 8 the measures', () => {
  it('counts folders beside each other that import each other, types included, and no others', () => {
    lay('apps/server/src/low/a.ts', "import type { B } from '../high/b.ts'\nexport type A = B\n")
    lay('apps/server/src/high/b.ts', 'export interface B {}\n')
    lay(
      'apps/server/src/high/c.ts',
      "import type { A } from '../low/a.ts'\nimport { own } from '../own.ts'\n",
    )
    lay('apps/server/src/own.ts', "import type { B } from './high/b.ts'\nexport const own = 1\n")
    const { lines } = measured()
    expect(lines.filter((line) => / <-> |pairs of folders/.test(line))).toEqual([
      '✗ pairs of folders that import each other: 1 (at most 0)',
      '    apps/server/src/high <-> apps/server/src/low',
    ])
  })

  it('all within their limits end well', () => {
    lay('apps/server/src/a.ts', within)
    lay('apps/server/src/b.ts', 'export const b = 1\n')
    lay('apps/server/src/a.test.ts', "import { a } from './a.ts'\nconsole.log(a)\n")
    const { status, lines } = measured('--hold')
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([])
    expect(lines[0]).toBe('  4 lines of the product in 2 files')
    expect(status).toBe(0)
  })

  it('each beyond its limit is named, and ends with 1 where they are to hold', () => {
    lay('apps/server/src/a.ts', "import { b } from './b.ts'\nconsole.log(b)\n")
    lay('apps/server/src/b.ts', `export const b = 2\nexport const alone = 1\n${'//\n'.repeat(300)}`)
    const { status, lines } = measured('--hold')
    expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([
      '  304 lines of the product in 2 files',
      expect.stringMatching(/^✗ lines of nine files in ten, at most: 302 /),
      '✗ exports that no other file names: 1 (at most 0)',
      '    apps/server/src/b.ts alone',
      '',
    ])
    expect(status).toBe(1)
    expect(measured().status).toBe(0)
  })
})
