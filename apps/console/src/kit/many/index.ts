export { EditMany, ManyFailed, ManyHead, ManySheet } from './many.tsx'
