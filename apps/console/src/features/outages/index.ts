/** Outages, while they last and for a year (issue 52, 5). */
export { Outages } from './outages.tsx'
