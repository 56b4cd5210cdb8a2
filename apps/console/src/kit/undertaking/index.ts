export { hasTime, marks, wordsOf } from './words.ts'
