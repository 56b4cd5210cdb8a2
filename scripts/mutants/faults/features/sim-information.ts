import { area } from '../../fault.ts'

const information = 'apps/server/src/features/sim-information'

export const simInformationFaults = [
  ...area('sim-detail', { under: information, tests: [`${information}/sim-detail.test.ts`] }, [
    {
      name: 'inventory-unasked',
      file: 'sim-detail.ts',
      before: 'source === undefined || vendorOf(simId) === undefined',
      after: 'vendorOf(simId) === undefined',
      breaks: 'a SIM of our own with a known prefix that no system knows is a 404',
    },
    {
      name: 'our-own',
      file: 'sim-detail.ts',
      before: 'if (nobodyKnows && !inInventory)',
      after: 'if (nobodyKnows)',
      breaks: 'a SIM of our own that no system knows is a 404, not three reports',
    },
    {
      name: 'not-found-by-one',
      file: 'sim-detail.ts',
      before: 'simSources.every((each)',
      after: 'simSources.some((each)',
      breaks: 'one source that does not know the SIM hides the others',
    },
  ]),
  ...area('ask', { under: 'apps/server/src/systems', tests: [`${information}/sim-detail.test.ts`] }, [
    {
      name: 'not-known',
      file: 'ask.ts',
      before: 'report(statusOfNeighbour[error.kind], error.sentence)',
      after: "report('CarrierError', error.sentence)",
      breaks: 'a system that does not know the SIM is told as an error',
    },
  ]),
]
