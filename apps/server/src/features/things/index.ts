export { registerThings } from './things.routes.ts'
