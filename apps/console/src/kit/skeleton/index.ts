/** The zones that every screen is made of: head, sub-line, picture, answer, tools, body. */
export { Tools } from '../../ui/tools.tsx'
export { Start } from './start.tsx'
