import { area } from '../fault.ts'

const room = 'apps/server/src/features/diagnosis'

export const diagnosis = area('diagnosis', [
  {
    in: 'toldOf',
    under: room,
    before: "if (judgement?.state === 'wrong') return judgement",
    after: 'if (judgement) return judgement',
    breaks: 'a check is fine before all that it needs has answered',
    tests: ['diagnosis/judge'],
  },
  {
    in: 'folded',
    under: room,
    before: 'causes.has(code)',
    after: 'false',
    breaks: 'what follows from a cause stands beside it as another',
    tests: ['diagnosis/verdict'],
  },
  {
    in: 'stateOf',
    under: `${room}/verdict.ts`,
    before: "if (waits) return 'so-far'",
    after: '',
    breaks: 'a verdict is certain while a source is asked that could name a stronger cause',
    tests: ['diagnosis/verdict'],
  },
  {
    in: 'refutationOf',
    under: room,
    body: 'return null',
    breaks: 'what began after a silence, or was so while the panel reported, is its cause',
    tests: ['diagnosis/verdict'],
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
