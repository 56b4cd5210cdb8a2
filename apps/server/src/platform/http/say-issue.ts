import type { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}
const formats: Readonly<Record<string, string>> = {
  datetime: 'a date and a time in UTC',
  date: 'a date, such as 2026-11-27',
  guid: 'an id',
  uuid: 'an id',
  email: 'an email address',
  url: 'an address of the web',
}

/** What is wrong with a field, where its schema has no words of its own for it: a sentence that begins with the field's name. */
export const sayIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
    return 'must not be empty'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'must be given'
        : `must be ${kinds[issue.expected] ?? 'another value'}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must ${sized(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `must ${sized(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'written in another way'}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'must be in a form that this call takes'
  }
}

/** A list has so many, a number is so much. */
const sized = (origin: string): string =>
  ['string', 'array', 'set', 'map', 'object'].includes(origin) ? 'have a length of' : 'be'
