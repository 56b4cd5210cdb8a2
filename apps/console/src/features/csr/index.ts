export { CsrManagement } from './csr-management.tsx'
