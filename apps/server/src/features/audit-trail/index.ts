export { registerAuditTrail } from './audit-trail.routes.ts'
export { mainEntryOf } from './audit-trail.store.ts'
