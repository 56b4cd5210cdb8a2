export { readTimeline } from './read-timeline.ts'
export { registerTimeline } from './timeline.routes.ts'
