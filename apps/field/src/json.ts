/** Reads unknown JSON without trusting its shape. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text field of an object; '' where it is missing or no text. */
export function textOf(value: unknown, key: string): string {
  const found = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return typeof found === 'string' ? found : ''
}

/** A list field of an object; empty where it is missing or no list. */
export function listOf(value: unknown, key: string): unknown[] {
  const found = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return Array.isArray(found) ? found : []
}
