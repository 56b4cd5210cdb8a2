import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../src/', import.meta.url).pathname

/** What a file lets move, and does not define. A module renames what it names, so that it would stand still. */
const undefinedIn = (css: string): string[] =>
  [...css.matchAll(/animation(?:-name)?:\s*([a-z-]+)\s*[; ]/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'none' && !css.includes(`@keyframes ${name} {`))

it('whole 2 a module lets nothing move that it does not define', () => {
  const modules = globSync('**/*.module.css', { cwd: folder })
  expect(modules.length).toBeGreaterThan(50)
  expect(modules.flatMap((file) => undefinedIn(readFileSync(folder + file, 'utf8')))).toEqual([])
  expect(undefinedIn('.arc {\n  animation: turn 1s linear infinite;\n}')).toEqual(['turn'])
})
