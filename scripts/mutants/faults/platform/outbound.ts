import { area } from '../../fault.ts'

const platform = 'apps/server/src/platform'
const features = 'apps/server/src/features'

export const outboundFaults = [
  ...area('gate', { under: `${platform}/outbound`, tests: [`${platform}/outbound/gate.test.ts`] }, [
    {
      name: 'queue-limit',
      file: 'gate.ts',
      before: 'queue.size >= queueLimit',
      after: 'queue.size > queueLimit',
      breaks: 'one more waits than may',
    },
    {
      name: 'rate-by-end',
      file: 'gate.ts',
      before: 'oldest.endedAt + rate.perMs',
      after: 'oldest.endedAt',
      breaks: 'the rate is not kept',
    },
    {
      name: 'caller-gone',
      file: 'gate.ts',
      before: "signal?.addEventListener('abort', onAbort, { once: true })",
      after: '',
      breaks: 'who went away keeps a place in the queue',
    },
    {
      name: 'in-flight',
      file: 'gate.ts',
      before: 'if (active >= inFlight) return',
      after: '',
      breaks: 'more run at once than may',
    },
  ]),
  ...area('neighbour', { under: `${platform}/outbound`, tests: [`${platform}/outbound/neighbour.test.ts`] }, [
    {
      name: 'time-outs-uncounted',
      file: 'neighbour.ts',
      before: "(e.kind === 'unreachable' || e.kind === 'timeout')",
      after: "e.kind === 'unreachable'",
      breaks: 'a neighbour that lets everybody wait is not left alone',
    },
    {
      name: 'unsent-change',
      file: 'repeats.ts',
      before: '(safe || !error.sent) && budget',
      after: 'safe && budget',
      breaks: 'a change that was never sent is not tried again',
    },
    {
      name: 'change-sent-twice',
      file: 'repeats.ts',
      before: '(safe || !error.sent) && budget',
      after: 'budget',
      breaks: 'a change that was cut off is sent again',
    },
    {
      name: 'turned-away',
      file: 'neighbour-error.ts',
      before: " || this.kind === 'busy'",
      after: '',
      breaks: "a neighbour that is busy is taken for 'may have happened'",
    },
    {
      name: 'doubtful-no',
      file: 'neighbour-error.ts',
      before: 'this.isDoubtful || ',
      after: '',
      breaks: "a page of somebody's in between is taken for the neighbour's own no",
    },
    {
      name: 'dots',
      file: 'call.ts',
      before:
        "if (call.path.some((segment) => /^\\.{0,2}$/.test(segment)))\n    throw new Error('a path segment for a neighbour is empty or made of dots')\n",
      after: '',
      breaks: 'an id leaves its place in the path',
    },
    {
      name: 'errors-counted',
      file: 'neighbour.ts',
      before: "(e.kind === 'unreachable' || e.kind === 'timeout')",
      after: 'true',
      breaks: 'an error that came as an answer counts against the neighbour',
    },
  ]),
  ...area('csv', { under: platform, tests: [`${platform}/csv.test.ts`] }, [
    {
      name: 'formulas',
      file: 'csv.ts',
      before: 'neutraliseCell(String(cell(row)))',
      after: 'String(cell(row))',
      breaks: 'a cell can be a formula',
    },
    {
      name: 'byte-order-mark',
      file: 'csv.ts',
      before: 'bom: true',
      after: 'bom: false',
      breaks: 'a spreadsheet misreads accents',
    },
  ]),
  ...area('times', { under: platform, tests: [`${features}/sim-activity/sim-activity.test.ts`] }, [
    {
      name: 'last-day',
      file: 'local-time.ts',
      before: 'local.startOfDay(nextDay(eDate))',
      after: 'local.startOfDay(eDate)',
      breaks: 'the last day is left out',
    },
    {
      name: 'west',
      file: 'local-time.ts',
      before: "(sign === '-' ? -1 : 1)",
      after: '1',
      breaks: 'zones west of Greenwich are taken for eastern ones',
    },
    {
      name: 'change-of-offset',
      file: 'local-time.ts',
      before: 'Math.floor(time / (15 * minute))',
      after: 'Math.floor(time / dayLength)',
      breaks: 'the day of a clock change has one offset',
    },
  ]),
]
