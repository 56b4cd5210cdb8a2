export { registerUserActions } from './user-actions.routes.ts'
