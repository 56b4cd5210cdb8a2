import { withoutUnseen } from './pasted.ts'

/**
 * The e-mail addresses that the screens take (specification 5): letters, digits and ._%+- before the at sign, then a
 * domain with a dot that ends in 2 to 3 letters. Its last label may be longer (docs/decisions.md, 009). Imports no schemas,
 * so that the console can carry it.
 */
export const emailPattern = /^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]*[A-Za-z]{2,3}$/

/** Longest address, in characters. */
export const longestEmail = 254

/** What is said of any other (specification 5). */
export const emailIsInvalid = 'Email is invalid'

/** An address as it is read: what no one sees, and white space around it, is not a part of it (D47). */
export const bareEmail = (text: string): string => withoutUnseen(text).trim()
