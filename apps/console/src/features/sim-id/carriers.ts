import type { VendorCode } from '@support-console/contract'

/** As users know the carriers. */
export const carrierNames: Readonly<Record<VendorCode, string>> = {
  ATT: 'AT&T',
  VZN: 'Verizon',
  AERIS: 'Aeris',
  WYLESS: 'Wyless',
}

/** Country code, area, exchange and line of a North American number, whichever form a source has it in. */
const northAmerican = /^(\+?1)?(\d{3})(\d{3})(\d{4})$/

/** A phone number cut where the eye wants a gap; others than North American ones stay whole. */
export const phoneGroups = (number: string): readonly string[] =>
  northAmerican.exec(number)?.slice(1).filter(Boolean) ?? [number]
