export { Palette, type PaletteScreen } from './palette.tsx'
export { noteVisit, thingAt } from './visits.ts'
