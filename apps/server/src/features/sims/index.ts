export { noteActive, noteDeactivated, shortSimId } from './sims.changes.ts'
export { findSim, findSims, type InventorySim, vendorOf } from './sims.store.ts'
export { openVpnPassword, sealSims, sealVpnPassword } from './vpn-password.ts'
