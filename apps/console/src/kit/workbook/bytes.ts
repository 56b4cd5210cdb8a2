/** By its first bytes, whatever its name: a zip archive, or one of Excel's old or encrypted files. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].some((first) => first.every((byte, at) => bytes[at] === byte))

/** Spreadsheets write UTF-8, UTF-16 with a byte order mark ('Unicode text'), or Windows' own ('CSV'). */
export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // No UTF-8. Whether it is text at all, the reader says.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
