import { asOf } from '@support-console/contract/moments.words'
import type { Moment } from '../../api/moment.ts'

/** @param to the moment it is compared with, as an address has it */
export const momentOf = (at: string, ms: number, to: string | null = null): Moment => ({
  ...{ at, ms, to },
  keep: (address) => (/[?&]at=/.test(address) ? address : asOf(address, at)),
})
