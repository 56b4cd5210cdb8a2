import { area } from '../fault.ts'

const room = 'apps/server/src/platform/http'

export const http = area('http', [
  {
    in: 'once',
    under: room,
    before: "'host',",
    breaks: 'of two Host headers one is believed',
    tests: ['strict-request'],
  },
  {
    in: 'complaintAbout',
    under: room,
    before: 'names === namesIn(text)',
    after: 'true',
    breaks: 'of two equal names in a body the last one counts',
    tests: ['strict-request'],
  },
  {
    in: 'complaintAbout',
    under: room,
    before: 'depth > deepest',
    after: 'false',
    breaks: 'a body may be nested without end',
    tests: ['strict-request'],
  },
  {
    in: 'freeCall',
    before: ".where('has_committed', '=', false)",
    breaks: 'a call that has done something may run again',
    tests: ['call-once'],
  },
  {
    in: 'leaveClaim',
    before: 'clock.elapsed() + holdsMs',
    after: '0',
    breaks: 'a change that the loss of the database ended is busy for a minute after it is back',
    tests: ['leave-claim'],
  },
  {
    in: 'purgeCalls',
    before:
      ".where((where) => where.or([where('runs_until', 'is', null), where('runs_until', '<', sql<Date>`now()`)]))",
    breaks: 'the purge drops a call that still runs',
    tests: ['call-once'],
  },
  {
    in: 'claimCall',
    before: 'first.body_hash !== bodyHash',
    after: 'false',
    breaks: 'other content under the same id gets the answer of the first',
    tests: ['call-once'],
  },
  {
    in: 'claimCall',
    before: ".where('call_once.runs_until', '<', sql<Date>`clock_timestamp()`)",
    breaks: 'a repeat runs beside the first',
    tests: ['call-once'],
  },
  {
    in: 'claimCall',
    before: ".where('call_once.has_committed', '=', false)",
    breaks: 'a run that was cut off after a step runs again',
    tests: ['call-once'],
  },
  {
    in: 'createAttempt',
    before: "|| problem.status === 'Unsettled'",
    breaks: "where the audit is away too, the caller of an unsettled change reads 'nothing was changed'",
    tests: ['http/attempt'],
  },
  {
    in: 'createAttempt',
    before: 'if (problem.isOfDatabase) return problem',
    breaks: 'the absence of the database is reported as that of the audit trail',
    tests: ['http/attempt'],
  },
  {
    in: 'createAttempt',
    before: 'if (before) return before',
    breaks: 'a failure has two entries',
    tests: ['http/attempt'],
  },
  {
    in: 'createAttempt',
    before: '&& !problem.leavesNoEntry',
    breaks: 'what leaves no entry has one',
    tests: ['http/attempt'],
  },
  {
    in: 'enterCountedRefusals',
    before: 'await appendAudits(trx, due.flatMap(entryOf))',
    breaks: 'refusals that were counted are never entered',
    tests: ['refused-calls'],
  },
  {
    in: 'wordsOf',
    under: room,
    before: "parsed.success ? named : ''",
    after: 'fill(object)',
    breaks: 'what no schema reads names the thing of a refused call',
    tests: ['http/attempt'],
  },
  {
    in: 'leaveClaim',
    before: "|| problem.status === 'Error'",
    breaks: 'after a 500 the repeat never runs',
    tests: ['http/attempt', 'call-once', 'http/calls'],
  },
  {
    in: 'leaveClaim',
    before: '!hasCommitted &&',
    breaks: 'what failed after a step runs again',
    tests: ['call-once'],
  },
  {
    in: 'givenTransactionId',
    before: 'identifierForms.transactionId(header) :',
    after: '(identifierForms.transactionId(header) && header) :',
    breaks: 'a repeat whose id is written in capitals runs again',
    tests: ['http/calls'],
  },
])
