export { useWatch } from './use-watch.tsx'
export { useWatchMany } from './use-watch-many.tsx'
