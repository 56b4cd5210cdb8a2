import { area } from '../fault.ts'

/** The check's own programs (issue 12). */
export const scriptsFaults = [
  ...area('told-to-end', { under: 'scripts', tests: ['scripts/told-to-end.test.ts'] }, [
    {
      name: 'next',
      file: 'lib/toolchain.mjs',
      before: 'if (told) process.exit(code ?? 128 + constants.signals[told])',
      after: '',
      breaks: 'tests that are told to end go on with those of the browser',
    },
  ]),
]
