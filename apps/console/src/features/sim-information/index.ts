export { SimInformation } from './sim-information.tsx'
