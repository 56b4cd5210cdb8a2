import { area } from '../../fault.ts'

const consoleSrc = 'apps/console/src'
const features = 'apps/server/src/features'
const http = 'apps/server/src/platform/http'
const signOn = 'apps/server/src/platform/sign-on'
const verizon = 'apps/server/src/systems/carriers/verizon'

/** Faults of the second order: what fails while a failure is dealt with. */
export const secondFaults = area('second', { under: 'apps', tests: [] }, [
  {
    name: 'outbox-bound',
    file: 'console/src/api/audit-trail/outbox.ts',
    before: 'keys.length - MOST + 1',
    after: 'keys.length - MOST',
    breaks: 'one entry more waits than may',
    tests: [`${consoleSrc}/api/audit-trail/outbox.test.ts`],
  },
  {
    name: 'outbox-age',
    file: 'console/src/api/audit-trail/outbox.ts',
    before: '!entry || now - entry.at > LONGEST',
    after: '!entry',
    breaks: 'an entry of last year is still delivered',
    tests: [`${consoleSrc}/api/audit-trail/outbox.test.ts`],
  },
  {
    name: 'unclear-login',
    file: 'server/src/systems/carriers/verizon/login-brake.ts',
    before: 'unclear: {} }',
    after: 'unclear: refused }',
    breaks: 'logins that broke off stop Verizon for everybody',
    tests: [`${verizon}/login-brake.test.ts`],
  },
  {
    name: 'third-refusal',
    file: 'server/src/systems/carriers/verizon/login-brake.ts',
    before: 'where login.refusals < $',
    after: 'where login.refusals <= $',
    breaks: 'a refused login is tried once more, and the user is nearer to being locked',
    tests: [`${verizon}/login-brake.test.ts`],
  },
  {
    name: 'turn-of-a-refusal',
    file: 'server/src/systems/carriers/verizon/login-brake.ts',
    before: '...facts, trying_until: null',
    after: "...facts, ...(outcome === 'accepted' ? { trying_until: null } : { refused_code: '' })",
    breaks: 'after a login that failed nobody may try for a minute',
    tests: [`${verizon}/login-brake.test.ts`],
  },
  {
    name: 'callback-without-password',
    file: 'server/src/systems/carriers/verizon/verizon.callbacks.ts',
    before: 'present.password == null || ',
    after: '',
    breaks: 'an address that stands already is registered with each start',
    tests: [`${verizon}/verizon.callbacks.test.ts`],
  },
  {
    name: 'callback-user',
    file: 'server/src/systems/carriers/verizon/verizon.callbacks.ts',
    before: 'return isUser && isPassword',
    after: 'return isPassword',
    breaks: 'a callback needs no user name',
    tests: [`${verizon}/verizon.callbacks.test.ts`],
  },
  {
    name: 'late-word-of-verizon',
    file: 'server/src/features/sim-management/callback.ts',
    before: '  await recordSimActivity(trx, {',
    after: '  if (!trx) await recordSimActivity(trx, {',
    breaks: 'what Verizon reports of a request that is settled already is lost',
    tests: [`${features}/sim-management/moves.test.ts`],
  },
  {
    name: 'first-keys',
    file: 'server/src/platform/sign-on/provider-keys.ts',
    before: '(keys ? pauseBetweenLooks : pauseWithoutKeys)',
    after: 'pauseBetweenLooks',
    breaks: 'a provider that comes up a moment later lets nobody in for long',
    tests: [`${signOn}/sign-on.test.ts`, `${signOn}/provider-keys.test.ts`],
  },
  {
    name: 'old-keys',
    file: 'server/src/platform/sign-on/provider-keys.ts',
    before: '!keys || now() - goodAt > lastGoodFor',
    after: '!keys',
    breaks: 'keys count for ever while the provider is away',
    tests: [`${signOn}/sign-on.test.ts`, `${signOn}/provider-keys.test.ts`],
  },
  {
    name: 'new-key',
    file: 'server/src/platform/sign-on/provider-keys.ts',
    before: '      await lookOnce()\n    } else',
    after: '    } else',
    breaks: 'a new key of the provider is not looked for',
    tests: [`${signOn}/sign-on.test.ts`, `${signOn}/provider-keys.test.ts`],
  },
  {
    name: 'quiet-person',
    file: 'server/src/platform/http/refused-calls.ts',
    before: 'Object.keys(counts).length === 0',
    after: 'counts === null',
    breaks: 'who was refused once is counted for ever, and no later first call is entered at once',
    tests: [`${http}/refused-calls.test.ts`],
  },
  {
    name: 'import-goes-on',
    file: 'server/src/features/imports/write-chunk.ts',
    before: 'if (failure) throw failure',
    after: '',
    breaks: 'an import goes on after a chunk that could not be written',
    tests: [`${features}/imports/imports-sims.test.ts`],
  },
])
