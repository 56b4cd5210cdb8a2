import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import commands from '../package.json' with { type: 'json' }
import { tasks } from './lib/tasks.mjs'

const root = join(import.meta.dirname, '..')
const isText =
  /\.(md|ts|tsx|mjs|yaml|yml|conf|cfg|html|example|service)$|^\.ci\/|\/(Containerfile|pre-commit)$/
const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') || /^[\w.]+\.config\.ts$/.test(name)),
  ...['.ci', 'apps', 'bench', 'deploy', 'docs', 'e2e', 'packages', 'proof', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
].filter((path) => isText.test(path) && !/\/(node_modules|dist[^/]*)\//.test(path))

/** 'doctor', 'task -- chart' and their like, where a text tells someone to run them; 'NAME' stands for any. */
function namedIn(text: string): string[] {
  const named = text.matchAll(/\bnpm run (?:--silent )?((?:task -- )?\w[\w-]*(?::\w+)?)/g)
  return [...named].map(([, name = '']) => name).filter((name) => !/\b[A-Z]+$/.test(name))
}

const isThere = (name: string) => {
  const task = /^task -- (.+)/.exec(name)?.[1]
  return task ? Object.hasOwn(tasks, task) : Object.hasOwn(commands.scripts, name)
}

const taskScript = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/task.mjs'), ...args], { encoding: 'utf8' })

it.each(Object.entries(tasks))('house 6 what task %s runs is there', (_, { run: [command, ...args] }) => {
  const paths = args.filter((arg) => /^[\w./-]+\.(ts|mjs)$/.test(arg))
  expect(paths.filter((path) => existsSync(join(root, path)))).toEqual(paths)
  expect(paths).toHaveLength(1)
  expect(existsSync(join(root, 'node_modules/.bin', command))).toBe(true)
})

it('house 6 every `npm run …` that a text names is there', () => {
  const gone = files.flatMap((path) =>
    namedIn(readFileSync(join(root, path), 'utf8'))
      .filter((name) => !isThere(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(gone).toEqual([])
})

it('house 6 commands are found in texts of every kind', () => {
  expect(namedIn('run `npm run doctor`, or npm run --silent task -- chart --check')).toEqual([
    'doctor',
    'task -- chart',
  ])
  expect(
    ['README.md', '.ci/without-tests', 'deploy/Containerfile'].filter((path) => !files.includes(path)),
  ).toEqual([])
})

it('house 6 `npm run task` alone lists every task, and one that is not there ends with the list', () => {
  const { status, stdout } = taskScript()
  expect(status).toBe(0)
  for (const [name, { does }] of Object.entries(tasks))
    expect(stdout).toMatch(new RegExp(`^  ${name} +${does.slice(0, 20)}`, 'm'))
  const unknown = taskScript('tidy')
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("There is no task 'tidy'.")])
  expect(unknown.stderr).toContain(stdout.trim())
})

it('house 6 a task is given its arguments, and hands on how it ended', () => {
  const { status, stdout, stderr } = taskScript('test:repeat', '--times', 'often')
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining("'often' is no number of runs.")])
})
