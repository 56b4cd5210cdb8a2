import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
  ...['apps', 'packages', 'bench'].flatMap((home) =>
    readdirSync(join(root, home), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('README.md') && !path.includes('node_modules'))
      .map((path) => `${home}/${path}`),
  ),
]

/** Files and folders of the checkout that a page names in code, and those that it links to, relative to the root. */
function pathsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const named = text.matchAll(/`((?:apps|packages|e2e|bench|scripts|deploy|docs)\/[^`\s]+)`/g)
  const linked = text.matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)]*\)/g)
  return [
    ...[...named].map(([, path]) => path ?? '').filter((path) => !/[<>{}*]|\b[A-Z]{4,}\b/.test(path)),
    ...[...linked].map(([, path]) => join(dirname(page), path ?? '')),
  ]
}

it.each(pages)('house 7 every path that %s names is there', (page) => {
  expect(pathsIn(page).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('house 7 paths are found: in code, in a table, and as links', () => {
  expect(pathsIn('CONTRIBUTING.md')).toContain('docs/architecture.md')
  expect(pathsIn('README.md').length).toBeGreaterThan(5)
})
