/** The zones that every screen is made of: head, sub-line, picture and answer, tools, body (docs/recipes/screen.md). */
export { Tools } from '../../ui/tools.tsx'
export { ReadPage } from './read-page.tsx'
export { Answer, Body, Columns, Head, Outcomes, Page, SubLine } from './skeleton.tsx'
export { Start } from './start.tsx'
