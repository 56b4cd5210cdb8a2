import type { Feature } from '../../platform/feature.ts'
import { registerTimeline } from './timeline.routes.ts'

export { readTimeline } from './read-timeline.ts'

/** What happened to a thing. */
export const timeline = (): Feature => ({ calls: registerTimeline })
