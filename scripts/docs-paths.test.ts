import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
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

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

it.each(pages)('issue 41 every heading that %s links to is there', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#:]*\.md|)#([^)\s]+)\)/g)]
  const gone = links.filter(([, path, anchor = '']) => {
    const target = path ? join(dirname(page), path) : page
    return !existsSync(join(root, target)) || !anchorsOf(target).includes(anchor)
  })
  expect(gone.map(([link]) => link)).toEqual([])
})

it('issue 41 every page of docs/ that code and configuration name is there', () => {
  const files = [
    '{apps,packages,e2e,bench,proof,scripts,deploy}/**/*.{ts,tsx,mjs,yml,yaml,conf,service,example}',
    '.dockerignore',
  ]
  const gone = globSync(files, { cwd: root, exclude: ['**/node_modules', '**/dist'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g)]
      .filter(([, page = '', anchor]) => {
        const path = `docs/${page}`
        return !existsSync(join(root, path)) || (anchor && !anchorsOf(path).includes(anchor))
      })
      .map(([link]) => `${file} names ${link}`),
  )
  expect(gone).toEqual([])
})

it.each(pages.filter((page) => page.startsWith('docs/')))('issue 41 %s has at most 2,000 words', (page) => {
  expect(readFileSync(join(root, page), 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(2000)
})

it('house 7 paths are found: in code, in a table, and as links', () => {
  expect(pathsIn('CONTRIBUTING.md')).toContain('docs/architecture.md')
  expect(pathsIn('README.md').length).toBeGreaterThan(5)
})
