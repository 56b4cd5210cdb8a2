import { z } from 'zod'
import {
  demoAddress,
  demoSecret,
  demoText,
  inFlight,
  optionalWebAddress,
  type ValuesOf,
  wordsOf,
} from '../../../platform/settings/setting.ts'
import { aerisWords } from '../carrier-words.ts'

/** The settings of Aeris. */
export const aerisSettings = [
  demoAddress('AERIS_BASE_URL', '/aeris/AerAdmin_WS_5_0/rest', 'Aeris, AerAdmin 5.0'),
  {
    name: 'AERIS_USAGE_URL',
    default: '',
    demo: '{field}/aeris/analytics',
    meaning: 'Analytics service of Aeris, which tells what a SIM used; empty: Aeris is not asked for usage',
    check: optionalWebAddress,
  },
  demoSecret('AERIS_API_KEY', 'demo-aeris-key', 'Aeris key'),
  demoText('AERIS_ACCOUNT_ID', '100042', 'Aeris account'),
  demoText('AERIS_EMAIL', 'console@example.com', 'Acting Aeris user'),
  inFlight('AERIS_IN_FLIGHT', '4', 'Aeris: calls in flight at most'),
  {
    name: 'AERIS_DEACTIVATION',
    default: 'cancel',
    meaning: 'What deactivating a SIM means at Aeris: cancel (final) or suspend (can be taken back)',
    check: z.enum(['cancel', 'suspend'], { error: 'must be cancel or suspend' }),
  },
  wordsOf('AERIS_SUCCESS', aerisWords.success, 'Aeris: the resultCode of success'),
  wordsOf(
    'AERIS_UNKNOWN_SIM',
    aerisWords.unknownSim,
    'Aeris: resultCodes, and what a resultMessage holds, of a SIM that it does not know',
  ),
  wordsOf(
    'AERIS_NOT_AUTHENTICATED',
    aerisWords.notAuthenticated,
    'Aeris: resultCodes, and what a resultMessage holds, where it does not accept our credentials',
  ),
  wordsOf(
    'AERIS_DEACTIVATED',
    aerisWords.deactivated,
    'Aeris: how a deviceStatus begins that is out of service for good',
  ),
] as const

/** What the adapter is given of them. */
export const aerisOf = (values: ValuesOf<typeof aerisSettings>) => ({
  baseUrl: values.AERIS_BASE_URL,
  usageUrl: values.AERIS_USAGE_URL,
  apiKey: values.AERIS_API_KEY,
  accountId: values.AERIS_ACCOUNT_ID,
  email: values.AERIS_EMAIL,
  deactivation: values.AERIS_DEACTIVATION,
  inFlight: values.AERIS_IN_FLIGHT,
  words: {
    success: values.AERIS_SUCCESS,
    unknownSim: values.AERIS_UNKNOWN_SIM,
    notAuthenticated: values.AERIS_NOT_AUTHENTICATED,
    deactivated: values.AERIS_DEACTIVATED,
  },
})
