export { marks, wordsOf } from './words.ts'
