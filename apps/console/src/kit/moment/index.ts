export { justAfter, plainMinute, shortInstant } from './minute.ts'
export { MomentField } from './moment-field.tsx'
export { readMoment } from './read-moment.ts'
