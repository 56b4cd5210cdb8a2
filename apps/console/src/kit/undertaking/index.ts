export { BegunLine } from './begun-line.tsx'
export { hasTime, marks, wordsOf } from './words.ts'
