import { area } from '../../fault.ts'

const panels = 'apps/server/src/features/panels'

export const panelsFaults = [
  ...area('panel-flag', { under: panels, tests: [`${panels}/set-management.test.ts`] }, [
    {
      name: 'what-may-have-happened',
      file: 'set-management.ts',
      before: ' && !error.mayHaveHappened',
      after: '',
      breaks: 'a change that may have happened is told as one that did not',
    },
    {
      name: 'run-after-another',
      file: 'set-management.ts',
      before: 'staysOpen: turn.leftOpen',
      after: 'staysOpen: false',
      breaks: 'a run is dropped though one before it is still open',
      tests: [`${panels}/set-management.test.ts`, `${panels}/settle-flag.test.ts`],
    },
    {
      name: 'lost-answer',
      file: 'set-management.ts',
      before: 'if (now !== disabled) throw',
      after: 'throw',
      breaks: 'a lost answer is told as nothing changed',
    },
    {
      name: 'set-already',
      file: 'set-management.ts',
      before: 'if (before.data === disabled)',
      after: 'if (false)',
      breaks: 'the Portal is asked for what is so already',
    },
    {
      name: 'entered-once',
      file: 'set-management.ts',
      before: 'if (!turn) throw new NotYet()',
      after: '',
      breaks: 'a change that waits its turn is entered at each look',
      tests: [`${panels}/settle-flag.test.ts`],
    },
    {
      name: 'one-at-a-time',
      file: 'panel-flag.store.ts',
      before: "eb('flag_run', 'is', null), ",
      after: "eb('flag_run', 'is', null), eb('flag_run', 'is not', null), ",
      breaks: 'two changes of a panel run at once',
      tests: [`${panels}/settle-flag.test.ts`],
    },
  ]),
]
