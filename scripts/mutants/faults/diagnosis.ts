import { area } from '../fault.ts'

const diagnosis = 'apps/server/src/features/diagnosis'

export const diagnosisFaults = [
  ...area('diagnosis', { under: diagnosis, tests: [`${diagnosis}/judge.test.ts`] }, [
    {
      name: 'fine-while-it-waits',
      file: 'judge.ts',
      before: "if (judgement?.state === 'fault' || judgement?.state === 'warning') return judgement",
      after: 'if (judgement) return judgement',
      breaks: 'a check is fine before all that it needs has answered',
    },
    {
      name: 'folding',
      file: 'judge.ts',
      before: 'isWrong && finding.dependsOn.some((code) => faults.has(code))',
      after: 'false',
      breaks: 'what follows from a fault stands beside it as another',
    },
    {
      name: 'fine-with-unknown',
      file: 'judge.ts',
      before: 'if (unknown.length > 0)',
      after: 'if (unknown.length > findings.length)',
      breaks: 'no fault is found, and that a source was silent is not said',
    },
    {
      name: 'one-that-left',
      file: 'checks/connection.ts',
      before: "state: seen.state === 'gone' ? 'warning' : 'fault',",
      after: "state: 'fault',",
      breaks: 'a container is the cause for a panel that had left it before',
    },
    {
      name: 'active-at-the-carrier',
      file: 'checks/sim-sources.ts',
      before: "carrier && carrier.says?.deviceStatus !== 'Active' ? 'fault' : 'warning'",
      after: "'fault'",
      breaks: 'another source that is behind is the cause, though the carrier says Active',
    },
    {
      name: 'rights',
      file: 'run.ts',
      before: 'if (!fact || may(rightOf(name))) return []',
      after: 'if (fact) return []',
      breaks: 'what the reader may not read is in his findings',
    },
    {
      name: 'verdict-of-whoever',
      file: 'run.ts',
      before: "if (last.findings.some(({ state }) => state === 'waiting') || !seesVerdicts(may)) return",
      after: '',
      breaks: 'a verdict is kept of somebody who could not see it all',
      tests: [`${diagnosis}/diagnosis.test.ts`],
    },
    {
      name: 'asked-again',
      file: 'runs.ts',
      before: 'running.get(key) ??',
      after: '',
      breaks: 'who asks while it is being asked asks everybody once more',
      tests: [`${diagnosis}/diagnosis.test.ts`],
    },
  ]),
]
