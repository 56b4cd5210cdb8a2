export { lastBilledMonths } from './billing-line.store.ts'
export { readSimDetail } from './sim-detail.ts'
export { registerSimInformation } from './sim-information.routes.ts'
