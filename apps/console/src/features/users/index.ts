export { UserManagement } from './user-management.tsx'
