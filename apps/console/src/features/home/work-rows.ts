/** Rows of work that comes where there is some. */
export { EndedRows } from './ended-rows.tsx'
export { RunningRows } from './running-rows.tsx'
