export { registerAuditExport } from './export.routes.ts'
export { registerUserActions } from './user-actions.routes.ts'
