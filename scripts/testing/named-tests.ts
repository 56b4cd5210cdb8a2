import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const ending = /(\.browser)?\.(test|spec|facts)\.tsx?$/
const folders = ['apps/*/{build,src}', 'packages/*/src', 'e2e', 'scripts']
/** The titles of each file of tests, as they stand between their quotes; one that is skipped shows nothing. */
const tests = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{test,spec,facts}.{ts,tsx}`, { cwd: root }))
  .map((path) => ({
    name: `/${path.replace(ending, '')}`,
    titles: [
      ...readFileSync(join(root, path), 'utf8').matchAll(
        /(?<!\.(?:skip|fixme|todo))\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/g,
      ),
    ].map(([, , title]) => title),
  }))

/**
 * Which of the tests that a table names are not there.
 * @param cell `file › title<br>file › title`: a file by the end of its path, without its ending
 */
export const goneFrom = (cell: string): string[] =>
  cell.split('<br>').filter((named) => {
    const [file, ...title] = named.split(' › ')
    return !tests.some(({ name, titles }) => name.endsWith(`/${file}`) && titles.includes(title.join(' › ')))
  })
