export { billingLinesSeed } from './billing-line.seed.ts'
export { registerSimInformation } from './sim-information.routes.ts'
