export {
  findSim,
  findSims,
  type InventorySim,
  noteActive,
  noteDeactivated,
  shortSimId,
} from './sims.store.ts'
export { openVpnPassword, sealSims, sealVpnPassword } from './vpn-password.ts'
