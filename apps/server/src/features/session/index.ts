export { registerSession } from './session.routes.ts'
