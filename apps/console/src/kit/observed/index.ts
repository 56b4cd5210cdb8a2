export { LastObserved } from './last-observed.tsx'
export { SourceAge } from './source-age.tsx'
export { type Observed, type ObservedSources, useObserved } from './use-observed.ts'
