// Which tests show a statement. scripts/specification-coverage.txt and docs/security/rules.md name files of tests; what a title there
// begins with ('2.3, R6 …') says what the test shows.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Every statement of the specification, in its order. */
export const specification = 'scripts/specification-coverage.txt'
export const securityRules = 'docs/security/rules.md'
const folders = ['apps/*/{build,src}', 'packages/*/src', 'e2e', 'scripts']
const ending = /(\.browser)?\.(test|spec|facts)\.tsx?$/

/** The title of a test or a group of tests, between its quotes; one that is skipped shows nothing. */
const title =
  /(?:\b(?:it|test|describe\w*)(?:\.(?!skip\b|fixme\b|todo\b)\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/g

const words =
  'connected|connected console|decision|design|house|integration|issue|robust|section|specification|use'
const mark = `(?:(?:${words}) )?[1-9]\\d?(?:\\.\\d+)*|[A-Z]\\d+(?:\\.\\d+)*`
const head = new RegExp(`^(?:(?:${mark})(?:, | and | to |: | ))+`)

/** Sections, decisions and rules at the beginning of a title: '2.3', 'D16', 'R6', 'use 2'. */
const marksOf = (text: string) => head.exec(text)?.[0].match(new RegExp(mark, 'g')) ?? []

interface File {
  /** Its path with a slash before it, without the ending. */
  name: string
  titles: { text: string; marks: string[] }[]
}
let files: File[] | undefined

function readTests(): File[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{test,spec,facts}.{ts,tsx}`, { cwd: root }))
    .map((path) => ({
      name: `/${path.replace(ending, '')}`,
      titles: [...readFileSync(join(root, path), 'utf8').matchAll(title)].map(([, , text = '']) => ({
        text,
        marks: marksOf(text),
      })),
    }))
}

/** A row: `2.3.5 | what is so | frame-access, profile (D12)`, in a page with a bar at both ends. */
export interface Statement {
  number: string
  text: string
  /** Files of tests, or why there is no test. */
  cell: string
}

export function statementsOf(page: string): Statement[] {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/^(?:\| )?(R?\d[\d.]*) \| (.+?) \| (.+?)(?: \|)?$/g)])
    .map(([, number = '', text = '', cell = '']) => ({ number, text, cell }))
}

/** '2.3.5' is of section 2.3, '8.34' of section 8, R6 stands for itself. */
const sectionOf = (number: string) =>
  /^(?:2|10)\./.test(number) ? number.split('.', 2).join('.') : (number.split('.')[0] ?? '')

/** Why a statement has no test; undefined where tests show it. */
export const reasonOf = ({ cell }: Statement) => /^no test(?: yet)?: \S.*/.exec(cell)?.[0]

/**
 * The tests that show a statement, by what its cell names: `file` for the titles of a file that begin with the statement's section,
 * `file (D12)` for those that begin with another one. A file is named by the end of its path, without its ending.
 */
export function shownBy({ number, cell }: Statement): { named: string; titles: string[] }[] {
  files ??= readTests()
  return cell.split(', ').map((named) => {
    const [, name = named, wanted = sectionOf(number)] = /^(\S+)(?: \((.+)\))?$/.exec(named) ?? []
    const titles = (files ?? [])
      .filter((file) => file.name.endsWith(`/${name}`))
      .flatMap((file) => file.titles.filter(({ marks }) => marks.includes(wanted)).map(({ text }) => text))
    return { named, titles }
  })
}
