import { area } from '../../fault.ts'

const actions = 'apps/server/src/features/audit-trail'

export const auditTrailFaults = [
  ...area('audit-trail', { under: actions, tests: [`${actions}/audit-trail.test.ts`] }, [
    {
      name: 'changes-only',
      file: 'find-transactions.ts',
      before: "route not like 'GET %' and route <> all",
      after: "route not like 'GET %' or route <> all",
      breaks: 'reads stand among the changes',
      tests: [`${actions}/audit-trail-search.test.ts`],
    },
    {
      name: 'robots-case',
      file: 'find-transactions.ts',
      before: 'lower(email) <> lower(',
      after: 'email <> (',
      breaks: 'the robot is hidden only in its own upper and lower case',
      tests: [`${actions}/find-transactions.test.ts`],
    },
    {
      name: 'late-claim',
      file: 'audit-trail.store.ts',
      before: "'32 days'",
      after: "'28 days'",
      breaks: 'a claim that comes 30 days late is not found',
      tests: [`${actions}/audit-trail.test.ts`, `${actions}/audit-trail-search.test.ts`],
    },
    {
      name: 'size-limit',
      file: 'audit-trail.store.ts',
      before: 'where size_before < $',
      after: 'where size_before <= $',
      breaks: 'one more action is read where the limit is met exactly',
      tests: [`${actions}/find-transactions.test.ts`],
    },
    {
      name: 'mended-key',
      file: 'export.routes.ts',
      before: '      kept = undefined\n',
      after: '',
      breaks: 'a key that is mended after a failure is not found',
      tests: [`${actions}/export.test.ts`],
    },
    {
      name: "anybody's-claim",
      file: 'audit-trail.store.ts',
      before: '(issuer = server.issuer and subject = server.subject)',
      after: 'true',
      breaks: "somebody else's claim is the main row",
    },
    {
      name: 'order-of-entries',
      file: 'audit-trail.store.ts',
      before: 'others.sort((a, b) => a.id - b.id)',
      after: 'others.sort((a, b) => b.id - a.id)',
      breaks: 'the entries of an action are turned round',
    },
    {
      name: 'page',
      file: 'find-transactions.ts',
      before: 'if (page !== undefined) conditions.push',
      after: 'if (false) conditions.push',
      breaks: 'pages that differ only beyond 64 characters are taken for one',
      tests: [`${actions}/audit-trail-search.test.ts`, `${actions}/find-transactions.test.ts`],
    },
  ]),
]
