export { ThingState } from './thing-state.tsx'
export { sayState } from './words.ts'
