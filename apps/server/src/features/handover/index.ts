import type { Feature } from '../../platform/feature.ts'
import { registerHandover } from './handover.routes.ts'

/** What happened in a shift. */
export const handover = (): Feature => ({ calls: registerHandover })
