export { lookUp } from './look-up.ts'
export { Palette, type PaletteProps, type PaletteScreen } from './palette.tsx'
export { noteVisit, thingAt } from './visits.ts'
