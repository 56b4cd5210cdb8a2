export { CsrManagement } from './csr-management.tsx'
export { WavesPage } from './waves/waves-page.tsx'
