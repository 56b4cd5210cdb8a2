import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/scratch.ts'

/** A part of the product that StrykerJS changes, and the tests that should notice. */
export interface Area {
  /** Globs from the root. */
  mutate: readonly string[]
  tests: readonly string[]
  /** Changes that change nothing anyone can see. */
  equivalent?: readonly Equivalent[]
}

export interface Equivalent {
  /** The end of the path. */
  file: string
  /** A part of the line on which it begins, where the two below stand in others, too. */
  line?: string
  /** What stands there, and what Stryker makes of it, as the list of survivors shows them. */
  was: string
  becomes: string
  why: string
}

const filled = { was: '[]', becomes: '["Stryker was here"]' }
/** `const [, group] = pattern.exec(text) ?? []` */
const onlyGroupsRead = {
  ...filled,
  why: 'Of what did not match, the groups are read, never the first element.',
}
const shortCut = 'A short cut: the way behind it comes to the same.'

const server = 'apps/server/src'
const contract = 'packages/contract/src'

function folder(path: string): Area {
  return { mutate: [`${path}/**/*.ts`], tests: [`${path}/**/*.test.ts`] }
}

/** One with a name, or a folder of the server ('csr' is `features/csr`), with the tests in it. */
export function areaOf(name: string): Area | undefined {
  const path = ['features', 'platform', 'systems']
    .map((parent) => `${server}/${parent}/${name}`)
    .find((path) => name !== '' && existsSync(join(root, path)))
  return areas[name] ?? (path === undefined ? undefined : folder(path))
}

/** Those that are more or less than a folder, or have a list of equivalent changes. */
export const areas: Record<string, Area> = {
  things: {
    mutate: [`${server}/features/things/*.ts`],
    tests: [`${server}/features/things/*.test.ts`, `${server}/features/timeline/*.test.ts`],
  },
  outbound: {
    ...folder(`${server}/platform/outbound`),
    equivalent: [
      {
        file: 'exchange.ts',
        was: "typeof value === 'string'",
        becomes: 'true',
        why: 'Only texts hold what is not plain; what else JSON has stays as it is.',
      },
      {
        file: 'exchange.ts',
        was: '{ return undefined }',
        becomes: '{}',
        why: 'A function that ends without a return returns undefined.',
      },
      {
        file: 'gate.ts',
        was: 'marks.length > rate.calls',
        becomes: 'false',
        why: 'Only the last ones are read; the others would merely take memory.',
      },
      {
        file: 'gate.ts',
        was: 'marks.shift()',
        becomes: ';',
        why: 'Only the last ones are read; the others would merely take memory.',
      },
      {
        file: 'gate.ts',
        ...filled,
        line: 'marks',
        why: 'It is pushed out, or read as a call that has ended.',
      },
    ],
  },
  audit: {
    ...folder(`${server}/platform/audit`),
    equivalent: [
      ...['/^[\\0-\\x7f]$/', '/^[^\\0-\\x7f]*$/'].map((becomes) => ({
        file: 'search-words.ts',
        was: '/^[\\0-\\x7f]*$/',
        becomes,
        why: shortCut,
      })),
      {
        file: 'search-words.ts',
        was: '(text: string) => /^[\\0-\\x7f]*$/.test(text)',
        becomes: '() => undefined',
        why: shortCut,
      },
      ...['false', 'text.length < longestWord'].map((becomes) => ({
        file: 'search-words.ts',
        was: 'text.length <= longestWord',
        becomes,
        why: shortCut,
      })),
    ],
  },
  rights: {
    mutate: [`${contract}/{permissions,fact-rights}.ts`, `${server}/platform/sign-on/{guard,rights,user}.ts`],
    tests: [`${contract}/permissions.test.ts`, `${server}/platform/sign-on/{guard,rights}.test.ts`],
  },
  readers: {
    mutate: [
      `${contract}/{batch-file,batch-list,batch-table,csv-cell,csv-records,encoding,file-kind,iccid,identifiers,ipv4,local-days,pasted,sentences,text,times}.ts`,
    ],
    tests: [`${contract}/*.test.ts`],
    equivalent: [
      { file: 'pasted.ts', was: '/^[\\0-\\x7f]*$/.test(text)', becomes: 'false', why: shortCut },
      { file: 'pasted.ts', was: '/^[\\0-\\x7f]*$/', becomes: '/^[\\0-\\x7f]$/', why: shortCut },
      { file: 'pasted.ts', was: '/^\\w*$/.test(value)', becomes: 'false', why: shortCut },
      { file: 'pasted.ts', was: '/^\\w*$/', becomes: '/^\\w$/', why: shortCut },
      { file: 'pasted.ts', was: 'bare === value', becomes: 'false', why: shortCut },
      {
        file: 'pasted.ts',
        was: '/[\\s-]+/g',
        becomes: '/[\\s-]/g',
        why: 'What is taken out one by one is gone, too.',
      },
      { file: 'pasted.ts', was: '/\\s+/', becomes: '/\\s/', why: 'Empty words are left out.' },
      { file: 'csv-cell.ts', line: 'formulaOfText.exec', ...onlyGroupsRead },
      { file: 'csv-cell.ts', line: 'first.exec', ...filled, why: 'The pattern matches every text.' },
      { file: 'csv-records.ts', line: '.exec(', ...onlyGroupsRead },
      { file: 'ipv4.ts', line: 'read ??', ...onlyGroupsRead },
      { file: 'identifiers.ts', line: 'formsOfThings', ...filled, why: 'A thing has no space in its id.' },
      {
        file: 'csv-records.ts',
        was: 'buffer.length - from <= longestRecord',
        becomes: 'buffer.length - from < longestRecord',
        why: 'An open quotation mark needs two characters more, and is too long then.',
      },
      { file: 'iccid.ts', was: '/^\\d*$/.test(text)', becomes: 'false', why: shortCut },
      { file: 'iccid.ts', was: '/^\\d*$/', becomes: '/^\\d$/', why: shortCut },
      {
        file: 'iccid.ts',
        was: 'sum += doubled > 9 ? doubled - 9 : doubled',
        becomes: 'sum -= doubled > 9 ? doubled - 9 : doubled',
        why: 'A number and its negative are divisible by ten alike.',
      },
    ],
  },
}
