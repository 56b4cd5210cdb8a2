import { createHash } from 'node:crypto'
import { luhnFits } from '@support-console/contract/iccid'

/** For the demo world's seeds: numbers from 0 to 1, the same for the same name. */
export function numbersOf(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32BE(0)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/** A UUID of version 8 (RFC 9562, 5.8), the same for the same name. */
export function guidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The body with its Luhn digit behind it (ITU-T E.118). */
export function withCheckDigit(body: string): string {
  for (let digit = 0; digit <= 9; digit++) if (luhnFits(`${body}${digit}`)) return `${body}${digit}`
  throw new Error(`${body} is no number`)
}
