export { Handover } from './handover.tsx'
