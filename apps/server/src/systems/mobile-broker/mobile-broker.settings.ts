import { demoAddress, demoSecret, type ValuesOf } from '../../platform/settings/setting.ts'

/** The settings of MobileBroker. */
export const mobileBrokerSettings = [
  demoAddress('MOBILE_BROKER_BASE_URL', '/mobile-broker/api/v1', 'MobileBroker'),
  demoSecret('MOBILE_BROKER_API_KEY', 'demo-broker-key', 'MobileBroker key'),
] as const

/** What the adapter is given of them. */
export const mobileBrokerOf = (values: ValuesOf<typeof mobileBrokerSettings>) => ({
  baseUrl: values.MOBILE_BROKER_BASE_URL,
  apiKey: values.MOBILE_BROKER_API_KEY,
})
