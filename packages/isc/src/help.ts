import type { Call } from '@support-console/contract'
import { saidOfCodes } from './failure.ts'
import { tableOf } from './print.ts'
import type { Verb } from './verb.ts'

export const globalOptions = {
  json: { type: 'boolean', about: 'JSON, as in a pipe' },
  help: { type: 'boolean', about: 'this text' },
} as const

export const helpOf = (verbs: readonly Verb[]): string =>
  [
    'isc: the Installer Services Support Console on the command line. It shows what your token can read.',
    '',
    ...indented(verbs.map((verb) => [lineOf(verb), verb.about])),
    '',
    'isc help VERB tells its options and rights. A terminal gets tables; a pipe, or --json, gets JSON.',
    'ISC_URL and ISC_TOKEN take the place of what `isc login` stores.',
    '',
    'Exit codes:',
    ...indented(Object.entries(saidOfCodes)),
  ].join('\n')

export const helpOfVerb = (verb: Verb): string =>
  [
    `isc ${lineOf(verb)}`,
    `${verb.about}.`,
    '',
    ...indented(
      Object.entries({ ...verb.options, ...globalOptions }).map(([name, option]) => [
        `--${name}${'value' in option && option.value ? ` ${option.value}` : ''}`,
        option.about,
      ]),
    ),
    ...(verb.calls.length > 0 ? ['', `Your token needs: ${rightsOf(verb.calls)}`] : []),
  ].join('\n')

const lineOf = ({ name, words }: Verb): string => [name, ...words].join(' ')

const rightsOf = (calls: readonly Call[]): string =>
  [...new Set(calls.map(({ access }) => (access === 'any-right' ? 'any right' : access)))].join(', ')

const indented = (rows: readonly (readonly [string, string])[]): string[] =>
  tableOf(['', ''], rows)
    .split('\n')
    .slice(1)
    .map((line) => `  ${line}`)
