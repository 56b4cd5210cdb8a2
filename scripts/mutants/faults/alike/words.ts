import { area } from '../../fault.ts'

const http = 'apps/server/src/platform/http'
const carriers = 'apps/server/src/systems/carriers'
const verizon = 'apps/server/src/systems/carriers/verizon'

/** One of several words or codes. */
export const wordsFaults = area('words', { under: 'apps/server/src', tests: [] }, [
  {
    name: 'database-away',
    file: 'platform/http/as-problem.ts',
    before: String.raw`ENOSPC|53\w{3}|`,
    after: 'ENOSPC|',
    breaks: 'a database without a connection left is an error of the server',
    tests: [`${http}/calls.test.ts`],
  },
  {
    name: 'database-ends',
    file: 'platform/database/postgres-pools.ts',
    before: String.raw`|57P0\d|`,
    after: '|',
    breaks: 'a database that is stopped is an error of the server',
    tests: [`${http}/calls.test.ts`],
  },
  {
    name: 'database-busy',
    file: 'platform/http/as-problem.ts',
    before: '/^(55P03|57014|25P03)$/',
    after: '/^(57014|25P03)$/',
    breaks: 'a lock that does not come in time is an error of the server',
    tests: [`${http}/calls.test.ts`],
  },
  {
    name: 'statement-too-long',
    file: 'platform/http/as-problem.ts',
    before: '/^(55P03|57014|25P03)$/',
    after: '/^(55P03|25P03)$/',
    breaks: 'a statement that takes too long is an error of the server',
    tests: [`${http}/calls.test.ts`],
  },
  {
    name: 'missing-token',
    file: 'systems/carriers/verizon/verizon.errors.ts',
    before: "new Set(['900901', '900902'])",
    after: "new Set(['900901'])",
    breaks: 'one of the codes for an ended token is an error',
    tests: [`${verizon}/verizon.test.ts`],
  },
  {
    name: 'device-of-another-account',
    file: 'systems/carriers/verizon/verizon.errors.ts',
    before: ", 'INPUT_INVALID.Device.Account.Invalid'])",
    after: '])',
    breaks: 'one of the codes for an unknown SIM is a refusal',
    tests: [`${verizon}/verizon.test.ts`],
  },
  {
    name: 'account-not-found',
    file: 'systems/carriers/verizon/verizon.errors.ts',
    before: '(AccountNotFound|AccountName|',
    after: '(AccountName|',
    breaks: 'one of the codes for a wrong account is not told to the administrator',
    tests: [`${verizon}/verizon.test.ts`],
  },
  {
    name: 'account-name',
    file: 'systems/carriers/verizon/verizon.errors.ts',
    before: '(AccountNotFound|AccountName|',
    after: '(AccountNotFound|',
    breaks: 'one of the codes for a wrong account is not told to the administrator',
    tests: [`${verizon}/verizon.test.ts`],
  },
  {
    name: 'failed-and-failure',
    file: 'systems/carriers/verizon/verizon.mapping.ts',
    before: "    case 'failed':\n",
    after: '',
    breaks: 'a callback that says Failed is no result',
    tests: [`${verizon}/verizon.callbacks.test.ts`],
  },
  {
    name: 'purged',
    file: 'systems/carriers/att/att.mapping.ts',
    before: "  ['PURGED', 'Deactivated'],\n",
    after: '',
    breaks: "a status of the guide's is not known",
    tests: [`${carriers}/att/att.test.ts`],
  },
  {
    name: 'activation-ready',
    file: 'systems/carriers/att/att.mapping.ts',
    before: "  ['ACTIVATION_READY', 'Inventory'],\n",
    after: '',
    breaks: "a status of the guide's is not known",
    tests: [`${carriers}/att/att.test.ts`],
  },
  {
    name: 'retired-at-aeris',
    file: 'systems/carriers/carrier-words.ts',
    before: "'Deactiv', 'Retire'],",
    after: "'Deactiv'],",
    breaks: 'a device that is retired is active or unknown',
    tests: [`${carriers}/aeris/aeris.test.ts`],
  },
  {
    name: 'denied-at-wyless',
    file: 'systems/carriers/carrier-words.ts',
    before: ", 'Reject', 'Denied']",
    after: ", 'Reject']",
    breaks: 'a no of Wyless is taken for a word that nobody knows',
    tests: [`${carriers}/wyless/wyless.test.ts`],
  },
])
