import {
  demoAddress,
  demoSecret,
  demoText,
  inFlight,
  type ValuesOf,
  wholeNumber,
} from '../../../platform/settings/setting.ts'

/** The settings of AT&T. */
export const attSettings = [
  demoAddress('ATT_BASE_URL', '/att/rws/api/v1', 'AT&T, Cisco IoT Control Center'),
  demoText('ATT_USER', 'console', 'AT&T user name'),
  demoSecret('ATT_API_KEY', 'demo-att-key', 'Key of that AT&T user'),
  inFlight(
    'ATT_IN_FLIGHT',
    '1',
    'AT&T, over all replicas: calls in flight at most; its fair-use policy says 1',
  ),
  {
    name: 'ATT_CALLS_PER_SECOND',
    default: '5',
    meaning: 'AT&T, over all replicas: calls in any second at most; its fair-use policy says 5',
    check: wholeNumber(1, 1000),
  },
  {
    name: 'ATT_READ_SECONDS',
    default: '30',
    meaning: 'AT&T: how long a reading call may keep its place; then it is given up, and the others go on',
    check: wholeNumber(1, 590),
  },
] as const

/** What the adapter is given of them. */
export const attOf = (values: ValuesOf<typeof attSettings>) => ({
  baseUrl: values.ATT_BASE_URL,
  user: values.ATT_USER,
  apiKey: values.ATT_API_KEY,
  callsPerSecond: values.ATT_CALLS_PER_SECOND,
  readWithinMs: values.ATT_READ_SECONDS * 1000,
  inFlight: values.ATT_IN_FLIGHT,
})
