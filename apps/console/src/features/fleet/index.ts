export { Fleet } from './fleet.tsx'
export { FleetReport } from './report.tsx'
