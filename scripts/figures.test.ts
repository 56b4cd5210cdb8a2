import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const root = script('..').replace(/\/$/, '')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'figures-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script(name), ...args], {
    encoding: 'utf8',
    env: { ...process.env, CHECK_FIGURES: folder },
  })
  return { status, stdout, stderr }
}

describe('the figures of the check', () => {
  it('tell each part with its seconds, and pass on how it ended', () => {
    expect(run('part.mjs', 'lint', process.execPath, '-e', 'process.exit(3)').status).toBe(3)
    expect(run('part.mjs', 'build', process.execPath, '-e', '').status).toBe(0)
    const { stdout } = run('figures.mjs', folder)
    expect(stdout).toMatch(/^lint +\d+\.\d +(\d+\.\d|–)$/m)
    expect(stdout).toMatch(/^build +\d+\.\d +(\d+\.\d|–)$/m)
    expect(stdout).toMatch(/^all +\d+\.\d +(\d+\.\d|–)$/m)
  })

  it('count the tests of both runners, and name the slowest files with what their hooks took', () => {
    const assertions = [
      { fullName: 'a b', status: 'passed', duration: 500 },
      { fullName: 'a c', status: 'failed', duration: 250 },
      { fullName: 'a d', status: 'pending' },
    ]
    write('vitest.json', {
      testResults: [
        {
          name: join(root, 'scripts/a.test.ts'),
          startTime: 1000,
          endTime: 4000,
          assertionResults: assertions,
        },
      ],
    })
    const spec = (title: string, status: string, duration: number) => ({
      title,
      ok: status !== 'unexpected',
      tests: [{ status, results: [{ duration }] }],
    })
    write('playwright.json', {
      suites: [
        {
          file: 'csr.spec.ts',
          title: 'csr.spec.ts',
          specs: [spec('one', 'expected', 4000)],
          suites: [{ file: 'csr.spec.ts', title: 'of a group', specs: [spec('two', 'unexpected', 1000)] }],
        },
      ],
    })
    const { stdout } = run('figures.mjs', folder)
    expect(stdout).toMatch(/5\.0 +2 +e2e\/csr\.spec\.ts\n +3\.0 +3 +scripts\/a\.test\.ts/)
    expect(stdout).toMatch(/\n2 passed, 2 failed, 1 skipped\n$/)
  })

  it('say so where nothing ran', () => {
    expect(run('figures.mjs', folder).stdout).toMatch(/\n0 passed, 0 failed, 0 skipped\n$/)
  })
})

describe('npm test and its like', () => {
  it.each([
    ['test.mjs', ['--shard', '3/2'], "'3/2' is no shard. Usage: npm test [-- --shard I/N]"],
    ['test.mjs', ['--fast'], 'Usage: npm test'],
    ['repeat.mjs', ['--times', 'often'], "'often' is no number of runs. Usage: npm run task -- test:repeat"],
    ['near.mjs', ['--bass', 'HEAD'], 'Usage: npm run test:near'],
  ])('%s %s is refused in a sentence', (name, args, sentence) => {
    const { status, stderr } = run(name, ...args)
    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
  })
})

function write(name: string, content: unknown) {
  writeFileSync(join(folder, name), JSON.stringify(content))
}
