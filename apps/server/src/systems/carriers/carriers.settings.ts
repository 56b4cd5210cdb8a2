import { type ValuesOf, wholeNumber } from '../../platform/settings/setting.ts'
import { aerisOf, aerisSettings } from './aeris/aeris.settings.ts'
import { attOf, attSettings } from './att/att.settings.ts'
import { verizonOf, verizonSettings } from './verizon/verizon.settings.ts'
import { wylessOf, wylessSettings } from './wyless/wyless.settings.ts'

/** The settings of all carriers, and those that they share. */
export const carriersSettings = [
  ...attSettings,
  ...verizonSettings,
  ...aerisSettings,
  ...wylessSettings,
  {
    name: 'CARRIER_ANSWER_SECONDS',
    default: '180',
    meaning: 'How long a carrier may take to describe or to change a SIM; some take more than two minutes',
    check: wholeNumber(1, 590),
  },
  {
    name: 'CARRIER_SETTLE_SECONDS',
    default: '120',
    meaning: 'How long after it was asked a carrier may still make a change whose answer was lost',
    check: wholeNumber(1, 3600),
  },
] as const

/** What the adapters are given of them. */
export function carriersOf(values: ValuesOf<typeof carriersSettings>) {
  const limits = {
    answerWithinMs: values.CARRIER_ANSWER_SECONDS * 1000,
    settleWithinMs: values.CARRIER_SETTLE_SECONDS * 1000,
  }
  return {
    att: { ...attOf(values), ...limits },
    verizon: { ...verizonOf(values), ...limits },
    aeris: { ...aerisOf(values), ...limits },
    wyless: { ...wylessOf(values), ...limits },
  }
}
