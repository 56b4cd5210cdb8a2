import { boundsFaults } from './bounds.ts'
import { caseFaults } from './case.ts'
import { consoleFaults } from './console.ts'
import { fencesFaults } from './fences.ts'
import { secondFaults } from './second.ts'
import { wordsFaults } from './words.ts'

/** What careless hands break everywhere in the same way. */
export const alikeFaults = [
  ...caseFaults,
  ...boundsFaults,
  ...fencesFaults,
  ...wordsFaults,
  ...consoleFaults,
  ...secondFaults,
]
