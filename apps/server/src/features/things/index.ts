import type { Feature } from '../../platform/feature.ts'
import { registerThings } from './things.routes.ts'

export { connectionsOf, panelsWithSims } from './belongs-to.ts'

/** The pages of things. */
export const things = (): Feature => ({ calls: registerThings })
