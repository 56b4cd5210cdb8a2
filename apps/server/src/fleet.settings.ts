import { type VendorCode, vendorCodes } from '@support-console/contract'
import { z } from 'zod'
import { wholeNumber } from './platform/settings/setting.ts'

const hours = z.string().transform((text, context) => {
  if (text === 'off') return null
  const [, from, to] = /^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/.exec(text) ?? []
  if (from !== undefined && to !== undefined) return { from: Number(from), to: Number(to) }
  context.addIssue({ code: 'custom', message: 'must be off, or two hours like 22-6' })
  return z.NEVER
})

/** 'ATT=5,VZN=5': a carrier that is not named has the first number. */
const rates = z.string().transform((text, context) => {
  const given = new Map<string, number>()
  for (const part of text.split(',')) {
    const [, code = '', rate = ''] = /^\s*([A-Z]+)=(\d+(?:\.\d+)?)\s*$/.exec(part) ?? []
    if ((vendorCodes as string[]).includes(code) && Number(rate) > 0 && Number(rate) <= 1000)
      given.set(code, Number(rate))
    else
      context.addIssue({
        code: 'custom',
        message: `must name carriers with their calls in a second, like ${vendorCodes[0]}=5; one has '${part}'`,
      })
  }
  const all = Object.fromEntries(vendorCodes.map((code) => [code, given.get(code) ?? 1]))
  return all as Record<VendorCode, number>
})

/** How the whole fleet is looked at. */
export const fleetSettings = [
  {
    name: 'FLEET_SURVEY_SECONDS',
    default: '60',
    meaning: 'How often the fleet is judged by what is kept, in seconds; no neighbour is asked for it',
    check: wholeNumber(5, 86_400),
  },
  {
    name: 'SWEEP_HOURS',
    default: '22-6',
    demo: 'off',
    meaning:
      'Between which hours of UTC all SIMs are scanned each night, like 22-6; off: by hand alone, as in the demo',
    check: hours,
  },
  {
    name: 'SWEEP_RATES',
    default: 'ATT=5,VZN=5,AERIS=1,WYLESS=1',
    meaning:
      'How many calls a second that may cost each carrier, over all its lists and reads; people go first within what the carrier takes. One that is not named: 1',
    check: rates,
  },
  {
    name: 'SWEEP_NIGHTS',
    default: '14',
    meaning:
      'Within how many nights each SIM is asked about by itself at a carrier that has a list, besides those that changed: the share of a night',
    check: wholeNumber(1, 365),
  },
] as const
