export { registerAuditTrail } from './audit-trail.routes.ts'
