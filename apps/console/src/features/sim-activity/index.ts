export { SimActivityLogs } from './sim-activity-logs.tsx'
