import { luhnFits, type VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }

/** The body with its Luhn digit behind it (ITU-T E.118). */
export function withCheckDigit(body: string): string {
  const digit = Array.from('0123456789').find((each) => luhnFits(body + each))
  if (digit === undefined) throw new Error(`${body} is no number`)
  return body + digit
}

/** SIMs of the demo world's ranges for batches, by their numbers within the range: 200 each of AT&T and Verizon. */
export function simsForBatches(vendorCode: VendorCode, from: number, to: number): string[] {
  const range = world.simRanges.find((each) => each.vendorCode === vendorCode)
  if (!range || from < range.from || to > range.to + 1) throw new Error(`no such SIMs of ${vendorCode}`)
  return Array.from({ length: to - from }, (_, i) =>
    withCheckDigit(`${range.prefix}${String(from + i).padStart(3, '0')}`),
  )
}
