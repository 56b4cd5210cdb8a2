export { registerBatches } from './batches.routes.ts'
export { registerSimManagement } from './sim-management.routes.ts'
export { registerVerizonCallback } from './verizon-callback.routes.ts'
