import { plain } from './print.ts'
import type { Given } from './verb.ts'

/** A file of the console: as it is in a pipe, and without what moves a cursor on a terminal. */
export function shownFile({ stdout }: Given, text: string): undefined {
  stdout.write(stdout.isTTY ? text.split(/\r?\n/).map(plain).join('\n') : text)
  return undefined
}
