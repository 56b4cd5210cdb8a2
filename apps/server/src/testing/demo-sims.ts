import type { VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { withCheckDigit } from '../demo/numbers.ts'

/** How many SIMs the demo world has that have bills and activity: all but those of the generated panels. */
export const demoSimCount = world.simRanges.reduce(
  (count, { from, to }) => count + to - from + 1,
  world.sims.length,
)

/** SIMs of the demo world's ranges for batches, by their numbers within the range: 200 each of AT&T and Verizon. */
export function simsForBatches(vendorCode: VendorCode, from: number, to: number): string[] {
  const range = world.simRanges.find((each) => each.vendorCode === vendorCode)
  if (!range || from < range.from || to > range.to + 1) throw new Error(`no such SIMs of ${vendorCode}`)
  return Array.from({ length: to - from }, (_, i) =>
    withCheckDigit(`${range.prefix}${String(from + i).padStart(3, '0')}`),
  )
}
