/**
 * The text that people and neighbours type or send, in one line: well-formed, without control characters, and without
 * what turns the direction of reading round (embeddings, overrides, isolates), so that nothing is shown as something
 * else. Imports nothing, so that the console can carry it without the schemas.
 */
export const plainTextPattern = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u

/** Whether a reader sees anything of it: what shows nothing is no name. */
export const visiblePattern = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Any text as plain text: its lines in one, U+FFFD in the place of what plain text has not. */
export const madePlain = (text: string): string =>
  plainTextPattern.test(text)
    ? text
    : text.replace(/[\t\r\n]+/g, ' ').replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
