import { bareValue, inAscii } from './pasted.ts'

/** A physical panel ID: a GUID with optional braces (5). Imports no schemas, so that the console can carry it. */
export const guidPattern =
  /^(?:\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A GUID as our systems write it: lower case, without braces. */
export const bareGuid = (guid: string): string => guid.replace(/[{}]/g, '').toLowerCase()

/** A GUID as it was typed or pasted (D47), with its braces; a brace alone stays where it is. */
export function typedGuid(text: string): string {
  const ascii = inAscii(text)
  const braces = ascii.replace(/[^{}]+/g, '')
  const value = braces === '' || braces === '{}' ? bareValue(ascii) : ascii
  const bare = value.replace(/\s+/g, '')
  return braces === '{}' ? `{${bare}}` : bare
}

/** A GUID however it was typed or pasted, as our systems write it; undefined where the text is none. */
export function readGuid(text: string): string | undefined {
  const typed = typedGuid(text)
  return guidPattern.test(typed) ? bareGuid(typed) : undefined
}
