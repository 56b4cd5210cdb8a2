export { KnownOfSim } from './known-of-sim.tsx'
export { SimInformation } from './sim-information.tsx'
