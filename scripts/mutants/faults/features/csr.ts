import { area } from '../../fault.ts'

const csr = 'apps/server/src/features/csr'

export const csrFaults = [
  ...area('csr', { under: csr, tests: [`${csr}/agent-answers.test.ts`, `${csr}/no-end.test.ts`] }, [
    {
      name: 'return-again',
      file: 'begin-deployment.ts',
      before: "last.kind === 'return' ? [last.from_release, last.to_release] : [last.to_release",
      after: '[last.to_release',
      breaks: 'a return that failed goes back to the bad release',
      tests: [`${csr}/run-deployment.test.ts`],
    },
    {
      name: 'unsent',
      file: 'run-deployment.ts',
      before: "look.is === 'silent' && error.sent",
      after: "look.is === 'silent'",
      breaks: 'a question that was never sent counts as begun',
      tests: [`${csr}/run-deployment.test.ts`],
    },
    {
      name: 'refused-after-taken',
      file: 'run-deployment.ts',
      before: 'if (!isTaken && (kind ===',
      after: 'if ((kind ===',
      breaks: 'a refusal ends a deployment that runs',
      tests: [`${csr}/run-deployment.test.ts`],
    },
    {
      name: 'clock-of-takeover',
      file: 'run-deployment.ts',
      before: 'row.started_at?.getTime() ?? now()',
      after: 'now()',
      breaks: 'the clock of a deployment restarts with each server',
      tests: [`${csr}/run-deployment.test.ts`],
    },
    {
      name: 'log-in-the-way',
      file: 'run-deployment.ts',
      before: "platform.log.warn({ deploymentId, err: error }, 'the log of a deployment could not be kept')",
      after: 'throw error',
      breaks: 'a log that cannot be kept leaves a deployment Running',
      tests: [`${csr}/agent-answers.test.ts`],
    },
    {
      name: 'same-release',
      file: 'begin-deployment.ts',
      before: 'if (order.release === csr.release)',
      after: 'if (false)',
      breaks: 'a release is deployed where it runs already',
      tests: [`${csr}/csr.test.ts`],
    },
    {
      name: 'another-release',
      file: 'begin-deployment.ts',
      before: 'if (order.seen !== undefined && order.seen !== csr.release)',
      after: 'if (false)',
      breaks: "somebody deploys upon another's change",
      tests: [`${csr}/csr.test.ts`],
    },
    {
      name: 'candidates',
      file: 'versions.ts',
      before: "Number(first.suffix === '') - Number(second.suffix === '')",
      after: '0',
      breaks: 'a candidate comes after its release',
      tests: [`${csr}/versions.test.ts`],
    },
    {
      name: 'numbers-as-text',
      file: 'versions.ts',
      before: 'if (isNumber && isOtherNumber) return Number(a) - Number(b)',
      after: '',
      breaks: '4.10 comes before 4.2',
      tests: [`${csr}/versions.test.ts`],
    },
  ]),
]
