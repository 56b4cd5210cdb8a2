export { stateMark, ThingState } from './thing-state.tsx'
export { sayBeside, sayCounted, sayState, sayWord } from './words.ts'
