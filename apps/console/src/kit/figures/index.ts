export { Figure, sayCount } from './figure.tsx'
export { default as figures } from './figures.module.css'
export { SilentFigure } from './silent-figure.tsx'
export { text as figuresText } from './texts.ts'
