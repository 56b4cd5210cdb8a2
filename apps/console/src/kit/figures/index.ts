export { default as figures } from './figures.module.css'
export { Figure, SilentFigure, sayCount } from './figures.tsx'
export { text as figuresText } from './texts.ts'
