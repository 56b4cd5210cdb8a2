/** What of Home comes with one file after the first page. */
export { Attention } from './attention/attention.tsx'
export { Ended } from './ended.tsx'
export { EndingTokens } from './ending-tokens.tsx'
export { MyWork } from './my-work.tsx'
export { Recent } from './recent.tsx'
export { SearchField } from './search-field.tsx'
export { Views } from './views.tsx'
