import { carrierNames } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { type ValuesOf, wholeNumber } from '../../platform/settings/setting.ts'
import { createAeris } from './aeris/aeris.adapter.ts'
import { aerisOf, aerisSettings } from './aeris/aeris.settings.ts'
import { createAtt } from './att/att.adapter.ts'
import { attOf, attSettings } from './att/att.settings.ts'
import type { Carriers } from './carrier.ts'
import { createLoginBrake } from './verizon/login-brake.ts'
import { createVerizon } from './verizon/verizon.adapter.ts'
import { createVerizonCallbacks, type VerizonCallbacks } from './verizon/verizon.callbacks.ts'
import { VerizonClient } from './verizon/verizon.client.ts'
import { verizonOf, verizonSettings } from './verizon/verizon.settings.ts'
import { createWyless } from './wyless/wyless.adapter.ts'
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

/** Makes every carrier's adapter. No call is made until someone asks for something. */
export function connectCarriers(
  outbound: Outbound,
  settings: ReturnType<typeof carriersOf>,
  { log, db }: { log: Parameters<typeof createVerizonCallbacks>[0]['log']; db: Db },
): {
  carriers: Carriers
  /** How Verizon tells results by itself. */
  verizonCallbacks: VerizonCallbacks
} {
  // Adapter and callbacks share the client, and with it the one pair of tokens.
  const client = new VerizonClient(outbound, carrierNames.VZN, settings.verizon, createLoginBrake(db))
  const { clock } = outbound
  return {
    carriers: {
      ATT: createAtt(outbound, settings.att, { db, log }),
      VZN: createVerizon(outbound, settings.verizon, client),
      AERIS: createAeris(outbound, settings.aeris),
      WYLESS: createWyless(outbound, settings.wyless),
    },
    verizonCallbacks: createVerizonCallbacks({ clock, client, address: settings.verizon.callback, log }),
  }
}
