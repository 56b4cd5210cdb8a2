export { useWatch } from './use-watch.tsx'
