export {
  findSim,
  findSims,
  type InventorySim,
  inInventoryAs,
  noteActive,
  noteDeactivated,
  shortSimId,
} from './sims.store.ts'
export { openVpnPassword, sealSims, sealVpnPassword } from './vpn-password.ts'
