export { connectionsOf, panelsWithSims } from './belongs-to.ts'
export { registerThings } from './things.routes.ts'
