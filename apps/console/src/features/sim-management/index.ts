export { useSimActions } from './sim-actions.tsx'
export { SimManagement } from './sim-management.tsx'
export { UsabilityStatus } from './usability.tsx'
