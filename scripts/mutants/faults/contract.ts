import { area } from '../fault.ts'

const features = 'apps/server/src/features'
const contract = 'packages/contract/src'

export const contractFaults = [
  ...area('times', { under: contract, tests: [`${features}/sim-activity/sim-activity.test.ts`] }, [
    {
      name: 'widest-offset',
      file: 'local-days.ts',
      before: 'wholeNumber(-1080, 1080)',
      after: 'wholeNumber(-720, 720)',
      breaks: 'an offset above 12 hours (14 exists) is refused',
      tests: [`${contract}/local-days.test.ts`],
    },
  ]),
  ...area('sentences', { under: contract, tests: [`${contract}/sentences.test.ts`] }, [
    {
      name: 'ended-already',
      file: 'sentences.ts',
      before: "words === '' || sign.test(words)",
      after: "words === ''",
      breaks: "'Please Contact Admin!' gets a full stop behind it",
    },
    {
      name: 'end-within',
      file: 'sentences.ts',
      before: "text.trim().replace(/[\\s.!?…:;,]+$/, '')",
      after: 'text.trim()',
      breaks: "another's words end in the midst of a sentence of ours",
    },
  ]),
  ...area('iccid', { under: contract, tests: [`${features}/sims/sims.test.ts`] }, [
    {
      name: 'verizons-prefix',
      file: 'carriers.ts',
      before: "prefixes: ['89148']",
      after: "prefixes: ['8914']",
      breaks: "891481 is taken for Verizon's",
      tests: [`${contract}/iccid.test.ts`],
    },
  ]),
  ...area('batch-file', { under: contract, tests: [`${contract}/batch-file.test.ts`] }, [
    {
      name: 'duplicates',
      file: 'batch-file.ts',
      before: 'if (list.entries.length > mostBatchRows)',
      after: 'if (list.entries.length + list.duplicates > mostBatchRows)',
      breaks: 'duplicates count towards the 100',
    },
    {
      name: 'header',
      file: 'batch-file.ts',
      before: '/\\d/.test(first) ? lines : lines.slice(first.length)',
      after: 'lines',
      breaks: 'a header is taken for an ICCID',
    },
    {
      name: 'separator-named',
      file: 'batch-table.ts',
      before: 'lines: lines.slice(hint.length), separator: hint.separator',
      after: 'lines, separator: hint.separator',
      breaks: "Excel's line that names the separator is taken for data",
    },
  ]),
  ...area('pasted', { under: contract, tests: [`${contract}/pasted.test.ts`] }, [
    {
      name: 'quotes',
      file: 'pasted.ts',
      before: "withoutAfter(value.replace(before, ''))",
      after: 'withoutAfter(value)',
      breaks: 'an identifier in quotes is none',
    },
    {
      name: 'unseen',
      file: 'pasted.ts',
      before: 'let read = withoutUnseen(text)',
      after: "let read = text.replaceAll('\\u200b', '')",
      breaks: 'of what nobody sees only one character is dropped',
    },
    {
      name: 'labels',
      file: 'pasted.ts',
      before: "bare = bare.replace(anyLabel, '')",
      after: '{}',
      breaks: 'a label in another language hides the identifier behind it',
    },
    {
      name: 'two-numbers',
      file: 'batch-list.ts',
      before: '(/^89/.test(entry) || ',
      after: '(true || ',
      breaks: 'two numbers on a line are taken for one SIM ID',
    },
  ]),
  ...area('csv-cell', { under: contract, tests: [`${contract}/csv-cell.test.ts`] }, [
    {
      name: 'inside',
      file: 'csv-cell.ts',
      before: `(run) => run.replace(separator, "$&'")`,
      after: '(run) => run',
      breaks: 'a formula stands behind a semicolon in the midst of a cell',
    },
    {
      name: 'ignored',
      file: 'csv-cell.ts',
      before: 'isSignAt(text, run.length) && !spaces.test(run)',
      after: 'isSignAt(text, 0) || text.startsWith("\'")',
      breaks: 'a formula begins behind a character that spreadsheets leave out',
    },
  ]),
  ...area('csv-records', { under: contract, tests: [`${contract}/csv-records.test.ts`] }, [
    {
      name: 'doubled-quotes',
      file: 'csv-records.ts',
      before: `quoted?.replaceAll('""', '"')`,
      after: `quoted?.replaceAll('""', '')`,
      breaks: 'a quotation mark in a cell is lost',
    },
    {
      name: 'lines-of-a-record',
      file: 'csv-records.ts',
      before: 'line += linesIn(buffer, at, end)',
      after: 'line++',
      breaks: 'a fault behind a cell of several lines is reported at another line',
    },
    {
      name: 'long-line',
      file: 'csv-records.ts',
      before: "if (rest.length > longestRecord && !rest.includes('\\n'))",
      after: 'if (false)',
      breaks: 'a line of any length is kept in memory until it ends',
      tests: [`${contract}/csv-records.test.ts`],
    },
  ]),
  ...area('permissions', { under: contract, tests: ['apps/server/src/permissions.test.ts'] }, [
    {
      name: 'auditor',
      file: 'permissions.ts',
      before: "  'user-actions.read',\n]\n\n/** What one",
      after: "  'user-actions.read',\n  'panels.read',\n]\n\n/** What one",
      breaks: 'the auditor reads panels',
    },
    {
      name: 'support-in-production',
      file: 'permissions.ts',
      before: "environment === 'prod' && panelEnvironment",
      after: "environment === 'test' && panelEnvironment",
      breaks: 'support may point panels elsewhere in production',
    },
  ]),
  ...area('ipv4', { under: contract, tests: [`${contract}/ipv4.test.ts`] }, [
    {
      name: 'touching-networks',
      file: 'ipv4.ts',
      before: 'a.from <= b.to && b.from <= a.to',
      after: 'a.from < b.to && b.from < a.to',
      breaks: 'two equal /32 networks do not overlap',
    },
    {
      name: 'leading-zeros',
      file: 'ipv4.ts',
      before: '(?:0|[1-9]\\d{0,2})',
      after: '\\d{1,3}',
      breaks: '010.0.0.1 is taken, which is 8.0.0.1 elsewhere',
    },
    {
      name: 'private-wholly',
      file: 'ipv4.ts',
      before: ' && range.to <= whole.to',
      after: '',
      breaks: 'a network that reaches out of private address space is taken',
    },
  ]),
]
