export { KnownOfSim } from './comparison.tsx'
export { SimInformation } from './sim-information.tsx'
export { UsageOfSim } from './usage.tsx'
