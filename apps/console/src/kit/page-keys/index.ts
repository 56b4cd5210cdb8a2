export { pageKeys } from './keys-shown.ts'
export { usePageKeys } from './page-keys.ts'
export { moveRow, selectRow } from './rows.ts'
