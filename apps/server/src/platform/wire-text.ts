/**
 * A neighbour's text as a database takes it, at most `longest` characters: jsonb refuses NUL and half of a surrogate
 * pair, whether it came so or was cut so.
 */
export const wireText = (value: string, longest: number): string =>
  value.replaceAll('\u0000', '\ufffd').slice(0, longest).toWellFormed()
