export { registerTimeline } from './timeline.routes.ts'
