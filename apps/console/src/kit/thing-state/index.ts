export { ThingState } from './thing-state.tsx'
export { sayBeside, sayCounted, sayOnline, sayState, sayWord } from './words.ts'
