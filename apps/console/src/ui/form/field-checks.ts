import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'

const text = textsOf(fields)

/** What a field's value must be (5). All are optional; the first that fails gives the message. */
export interface FieldChecks {
  readonly isRequired?: boolean | undefined
  /** The whole value must match, as with HTML's pattern. */
  readonly pattern?: RegExp | string | undefined
  /** The field's title: the message of a failed pattern. */
  readonly title?: string | undefined
  /** `email` brings its own pattern unless one is given; `number` demands a number. */
  readonly type?: 'text' | 'email' | 'number' | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  /** Returns the message, or undefined when all is well. */
  readonly check?: ((value: string) => string | undefined) | undefined
}

/** Non-space text, an at sign, non-space text, a dot, non-space text (5). */
const emailPattern = /\S+@\S+\.\S+/

function patternMessage(value: string, { pattern, title, type }: FieldChecks): string | undefined {
  const used = pattern ?? (type === 'email' ? emailPattern : undefined)
  if (used === undefined) return undefined
  const { source, flags } = typeof used === 'string' ? { source: used, flags: '' } : used
  if (new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, '')).test(value)) return undefined
  return title ?? text(type === 'email' ? 'InvalidEmailAddress' : 'ErrorPattern')
}

function lengthMessage(value: string, { minLength, maxLength }: FieldChecks): string | undefined {
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return text('ErrorTooShort', { minimum: minLength })
  if (maxLength !== undefined && length > maxLength) return text('ErrorTooLong', { maximum: maxLength })
  return undefined
}

function numberMessage(value: string, { type, minimum, maximum }: FieldChecks): string | undefined {
  if (type !== 'number' && minimum === undefined && maximum === undefined) return undefined
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) return text('ErrorNotANumber')
  if (minimum !== undefined && number < minimum)
    return text('ErrorNumberTooSmall', { minimum: String(minimum) })
  if (maximum !== undefined && number > maximum)
    return text('ErrorNumberTooBig', { maximum: String(maximum) })
  return undefined
}

/**
 * The message of the first check that fails, in the specification's order (5): required, pattern, shortest, longest,
 * smallest, biggest, a check of one's own. An empty value that is not required passes all but the last.
 */
export function checkField(value: string, checks: FieldChecks): string | undefined {
  if (value.trim() === '') {
    if (checks.isRequired) return text('ThisFieldIsRequired')
    return checks.check?.(value)
  }
  return (
    patternMessage(value, checks) ??
    lengthMessage(value, checks) ??
    numberMessage(value, checks) ??
    checks.check?.(value)
  )
}
