export { EditMany, ManyFailed, ManyHead } from './many.tsx'
