import { z } from 'zod'
import {
  demoAddress,
  demoSecret,
  demoText,
  inFlight,
  type ValuesOf,
  wholeNumber,
  wordsOf,
} from '../../../platform/settings/setting.ts'
import { wylessWords } from '../carrier-words.ts'

/** The settings of Wyless. */
export const wylessSettings = [
  demoAddress('WYLESS_URL', '/wyless/PorthosAPI/PorthosWSF2.asmx', 'Wyless, Porthos'),
  demoText('WYLESS_LOGIN', 'console', 'Wyless login'),
  demoSecret('WYLESS_PASSWORD', 'demo-wyless-password', 'Wyless password'),
  {
    name: 'WYLESS_PARTNER_ID',
    demo: '1000',
    meaning: 'Wyless partner number',
    check: wholeNumber(0, 999_999_999),
  },
  {
    name: 'WYLESS_CREDENTIALS',
    default: 'session-key',
    meaning: 'How calls to Wyless are signed: session-key (log in once) or login (on every call)',
    check: z.enum(['session-key', 'login'], { error: 'must be session-key or login' }),
  },
  wordsOf('WYLESS_SUCCESS', wylessWords.success, 'Wyless: how a Result begins, and which Code, of success'),
  wordsOf(
    'WYLESS_REFUSED',
    wylessWords.refused,
    'Wyless: how a Result begins that is a no; any other word is unknown',
  ),
  wordsOf(
    'WYLESS_UNKNOWN_SIM',
    wylessWords.unknownSim,
    'Wyless: Codes, and what a Description holds, of a SIM that it does not know',
  ),
  wordsOf(
    'WYLESS_NOT_AUTHENTICATED',
    wylessWords.notAuthenticated,
    'Wyless: Codes, and what a Description or a fault holds, where login or session key are not accepted',
  ),
  wordsOf(
    'WYLESS_DEACTIVATED',
    wylessWords.deactivated,
    'Wyless: how a Status begins that is out of service for good',
  ),
  inFlight('WYLESS_IN_FLIGHT', '4', 'Wyless: calls in flight at most'),
] as const

/** What the adapter is given of them. */
export const wylessOf = (values: ValuesOf<typeof wylessSettings>) => ({
  url: values.WYLESS_URL,
  login: values.WYLESS_LOGIN,
  password: values.WYLESS_PASSWORD,
  partnerId: values.WYLESS_PARTNER_ID,
  credentials: values.WYLESS_CREDENTIALS,
  inFlight: values.WYLESS_IN_FLIGHT,
  words: {
    success: values.WYLESS_SUCCESS,
    refused: values.WYLESS_REFUSED,
    unknownSim: values.WYLESS_UNKNOWN_SIM,
    notAuthenticated: values.WYLESS_NOT_AUTHENTICATED,
    deactivated: values.WYLESS_DEACTIVATED,
  },
})
