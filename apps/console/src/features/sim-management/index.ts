export { SimManagement } from './sim-management.tsx'
