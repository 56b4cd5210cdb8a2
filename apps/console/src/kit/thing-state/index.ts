export { stateMark, ThingState } from './thing-state.tsx'
export { sayCounted, sayState, sayWord } from './words.ts'
