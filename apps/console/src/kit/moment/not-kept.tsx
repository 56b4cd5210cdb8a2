import { text } from './texts.ts'

/** On a page of the past, in place of what tells of now alone. */
export const NotKept = () => <p className="quiet">{text('NotKept')}</p>
