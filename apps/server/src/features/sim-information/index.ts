export { registerSimInformation } from './sim-information.routes.ts'
