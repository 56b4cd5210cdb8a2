export { ThingState } from './thing-state.tsx'
export { sayState, sayWord } from './words.ts'
