export { text } from '../texts/text.ts'
