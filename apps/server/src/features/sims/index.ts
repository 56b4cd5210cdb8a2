export { noteActive, noteDeactivated, shortSimId } from './sims.changes.ts'
export { findSim, findSims, type InventorySim } from './sims.store.ts'
export { openVpnPassword, sealSims, sealVpnPassword } from './vpn-password.ts'
