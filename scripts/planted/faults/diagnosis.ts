import { area } from '../fault.ts'

const room = 'apps/server/src/features/diagnosis'

export const diagnosis = area('diagnosis', [
  {
    in: 'toldOf',
    under: room,
    before: "if (judgement?.state === 'fault' || judgement?.state === 'warning') return judgement",
    after: 'if (judgement) return judgement',
    breaks: 'a check is fine before all that it needs has answered',
    tests: ['diagnosis/judge'],
  },
  {
    in: 'folded',
    under: room,
    before: 'isWrong && finding.dependsOn.some((code) => faults.has(code))',
    after: 'false',
    breaks: 'what follows from a fault stands beside it as another',
    tests: ['diagnosis/judge'],
  },
  {
    in: 'verdictOf',
    under: room,
    before: 'unknown.length > 0',
    after: 'false',
    breaks: 'the verdict does not say that a source was silent',
    tests: ['diagnosis/judge'],
  },
  {
    in: 'withheld',
    body: 'return []',
    breaks: 'what the reader may not read is in their findings',
    tests: ['diagnosis/judge'],
  },
  {
    in: 'startRun',
    before: 'verdictsFor(may) === null',
    after: 'false',
    breaks: 'a verdict is kept of a person who could not see it all',
    tests: ['diagnosis/diagnosis'],
  },
  {
    in: 'createRuns',
    before: 'running.get(key) ??',
    breaks: 'a second question while the first is being answered asks every source again',
    tests: ['diagnosis/diagnosis'],
  },
])
