// Read by StrykerJS in the copy of the checkout. It has no setting for mutators of one's own, but one list for all.
import { join } from 'node:path'
import { ownMutators } from './own-mutators.ts'

const list = '../../.stryker/node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js'
const { allMutators } = (await import(join(import.meta.dirname, list))) as { allMutators: unknown[] }
allMutators.push(...ownMutators)

export const strykerPlugins: never[] = []
