import { area } from '../../fault.ts'

const features = 'apps/server/src/features'

/** Fences and resets that only races reach. */
export const fencesFaults = area('fences', { under: 'apps/server/src', tests: [] }, [
  {
    name: 'run-of-a-deployment',
    file: 'platform/undertakings/undertakings.ts',
    before: 'sql`run_id = ${runId} and state',
    after: 'sql`state',
    breaks: 'a run that has lost its deployment still writes its end',
    tests: [`${features}/csr/run-deployment.test.ts`],
  },
  {
    name: 'over-already',
    file: 'features/csr/deployment.store.ts',
    before: "          .where('csr_deployment.state', 'in', openStates)\n",
    after: '',
    breaks: 'a deployment that is over is followed again',
    tests: [`${features}/csr/run-deployment.test.ts`],
  },
  {
    name: 'reset-after-return',
    file: 'features/csr/reset.ts',
    before: '!row || (last ?? null) !== (csr.deployment?.deploymentId ?? null)',
    after: '!row',
    breaks: 'a reset that was asked before a return undoes it',
    tests: [`${features}/csr/run-deployment.test.ts`],
  },
  {
    name: 'run-of-a-flag',
    file: 'features/panels/panel-flag.store.ts',
    before: "    .where('flag_run', '=', runId)\n    .returning('flagged')",
    after: "    .returning('flagged')",
    breaks: "a change that has lost its turn overwrites the next one's",
    tests: [`${features}/panels/settle-flag.test.ts`],
  },
  {
    name: 'run-of-a-row',
    file: 'features/sim-management/settle-row.ts',
    before: 'heldBy(fence.runId, openStates)',
    after: "'state', 'in', openStates",
    breaks: 'a run that has lost its lane still settles its rows',
    tests: [`${features}/sim-management/moves.test.ts`],
  },
  {
    name: 'moved-row',
    file: 'features/sim-management/lane.store.ts',
    before: 'moved.where(ofRow(row)).where(held)',
    after: 'moved.where(ofRow(row))',
    breaks: 'a run that has lost its lane still moves its rows',
    tests: [`${features}/sim-management/moves.test.ts`],
  },
  {
    name: 'second-request-id',
    file: 'features/sim-management/lane.store.ts',
    before:
      "            .where('request_id', 'is', null)\n            .where('state', 'in', openStates)\n            .execute()",
    after: "            .where('state', 'in', openStates)\n            .execute()",
    breaks: 'of two requests for a SIM the later is followed, the first forgotten',
    tests: [`${features}/sim-management/moves.test.ts`],
  },
  {
    name: 'retold-callback',
    file: 'features/sim-management/callback.ts',
    before: 'if (!isNew) return undefined',
    after: '',
    breaks: 'a callback that comes twice is two steps of the SIM',
    tests: [`${features}/sim-management/moves.test.ts`],
  },
  {
    name: 'panels-of-a-busy-csr',
    file: 'features/csr/survey.ts',
    before: "if (data?.state !== 'idle') return",
    after: '',
    breaks: 'a server that is being deployed on has no panels',
    tests: [`${features}/csr/run-deployment.test.ts`],
  },
])
