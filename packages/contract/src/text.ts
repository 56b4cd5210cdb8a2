import { z } from 'zod'
import { plainTextPattern, visiblePattern } from './plain-text.ts'

/** A text in one line, of at most so many characters, as it was sent. */
export const plainText = (most: number) =>
  z
    .string()
    .max(most, `must be at most ${most} characters`)
    .regex(plainTextPattern, 'must be one line without control characters')

/** The same without the white space around it. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `must be at most ${most} characters`)
    .regex(plainTextPattern, 'must be one line without control characters')

/** What people know something by: it can be seen. */
export const visibleLine = (most: number) =>
  line(most)
    .min(1, { error: 'must not be empty', abort: true })
    .regex(visiblePattern, 'must have a character that can be seen')

/** A whole number of a path or a query, in digits alone: what else JavaScript takes for one (0x7e4, 2.02e3, +1) is none. */
export const wholeNumber = (from: number, to: number, message?: string) =>
  z
    .string()
    .regex(/^(?:0|-?[1-9]\d{0,9})$/, message ?? 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, message ?? `must be from ${from} to ${to}`)

/** The largest whole number that the database keeps. */
const largestKept = 2_147_483_647

/** What the database numbers its own things by, as a body has it. */
export const keptNumber = z.number().int().min(1).max(largestKept)
