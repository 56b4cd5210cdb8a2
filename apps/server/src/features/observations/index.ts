export { registerObservations } from './observations.routes.ts'
