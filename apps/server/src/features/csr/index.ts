export { registerCsr } from './csr.routes.ts'
export { deploymentOfTransaction, recentDeployments } from './csr.store.ts'
export { createCsrWork } from './csr-work.ts'
export { releasePattern } from './versions.ts'
