import { demoAddress, demoSecret, type ValuesOf } from '../../platform/settings/setting.ts'

/** The settings of Connector. */
export const connectorSettings = [
  demoAddress('CONNECTOR_BASE_URL', '/connector/v1', 'Connector'),
  demoSecret('CONNECTOR_TOKEN', 'demo-connector-token', 'Connector token'),
] as const

/** What the adapter is given of them. */
export const connectorOf = (values: ValuesOf<typeof connectorSettings>) => ({
  baseUrl: values.CONNECTOR_BASE_URL,
  token: values.CONNECTOR_TOKEN,
})
