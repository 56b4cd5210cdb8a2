import type { Fault } from '../fault.ts'
import { alikeFaults } from './alike/index.ts'
import { browserFaults } from './browser.ts'
import { carrierFaults } from './carriers.ts'
import { consoleUnits } from './console.ts'
import { contractFaults } from './contract.ts'
import { diagnosisFaults } from './diagnosis.ts'
import { featureFaults } from './features/index.ts'
import { operationFaults } from './operation.ts'
import { platformFaults } from './platform/index.ts'
import { scriptsFaults } from './scripts.ts'

export const faults: readonly Fault[] = [
  ...platformFaults,
  ...scriptsFaults,
  ...contractFaults,
  ...diagnosisFaults,
  ...featureFaults,
  ...operationFaults,
  ...alikeFaults,
  ...carrierFaults,
  ...consoleUnits,
  ...browserFaults,
]
