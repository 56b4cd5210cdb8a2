export { justAfter, plainMinute, shortInstant } from './minute.ts'
export { MomentField } from './moment-field.tsx'
export { readEnd } from './read-end.ts'
export { readMoment } from './read-moment.ts'
