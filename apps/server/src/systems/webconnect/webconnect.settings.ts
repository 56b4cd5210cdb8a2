import { demoAddress, demoSecret, type ValuesOf, wholeNumber } from '../../platform/settings/setting.ts'

/** The settings of WebConnect, and of its samples. */
export const webconnectSettings = [
  demoAddress(
    'WEBCONNECT_BASE_URL',
    '/webconnect',
    'WebConnect: its list of containers, and each below its name',
  ),
  demoSecret('WEBCONNECT_TOKEN', 'demo-webconnect-token', 'WebConnect token'),
  {
    name: 'WEBCONNECT_INTERVAL_SECONDS',
    default: '60',
    meaning: 'How often the WebConnect containers are asked',
    check: wholeNumber(1, 86_400),
  },
  {
    name: 'WEBCONNECT_DETAIL_HOURS',
    default: '24',
    meaning: 'How long every sample of a container is kept; of older ones one in ten minutes stays',
    check: wholeNumber(1, 87_600),
  },
  {
    name: 'WEBCONNECT_KEEP_HOURS',
    default: '168',
    meaning: 'How long samples are kept at all, and what a container said that is gone',
    check: wholeNumber(1, 87_600),
  },
  {
    name: 'WEBCONNECT_SILENT_MINUTES',
    default: '15',
    meaning: 'After how long without receiving anything a connection counts as silent',
    check: wholeNumber(1, 10_080),
  },
] as const

/** What the adapter is given of them. */
export const webconnectOf = (values: ValuesOf<typeof webconnectSettings>) => ({
  baseUrl: values.WEBCONNECT_BASE_URL,
  token: values.WEBCONNECT_TOKEN,
})
