/** What of Home comes with one file after the first page. */
export { MyWork } from './my-work.tsx'
export { Recent } from './recent.tsx'
export { SearchField } from './search-field.tsx'
