export { plainMinute, readMinute, shortInstant } from './minute.ts'
export { MinuteField } from './minute-field.tsx'
