import { z } from 'zod'
import {
  demoAddress,
  demoSecret,
  demoText,
  inFlight,
  optional,
  optionalWebAddress,
  type ValuesOf,
  wholeNumber,
} from '../../../platform/settings/setting.ts'

/** The settings of Verizon. */
export const verizonSettings = [
  demoAddress('VERIZON_BASE_URL', '/verizon/api/m2m/v1', 'Verizon, ThingSpace connectivity'),
  demoAddress('VERIZON_TOKEN_URL', '/verizon/api/ts/v1/oauth2/token', 'Verizon, ThingSpace tokens'),
  demoSecret('VERIZON_KEY', 'demo-vzn-key', 'ThingSpace application key'),
  demoSecret('VERIZON_SECRET', 'demo-vzn-secret', 'ThingSpace application secret'),
  demoText('VERIZON_USERNAME', 'console', 'ThingSpace user name'),
  demoSecret('VERIZON_PASSWORD', 'demo-vzn-password', 'ThingSpace password'),
  demoText('VERIZON_ACCOUNT', '0342077109-00001', 'Verizon account'),
  {
    name: 'VERIZON_DESCRIPTION_FIELD',
    default: 'CustomField1',
    meaning: "Which of Verizon's custom fields holds the description of a SIM",
    check: z.string().regex(/^CustomField[1-5]$/, 'must be CustomField1 to CustomField5'),
  },
  inFlight('VERIZON_IN_FLIGHT', '8', 'Verizon: calls in flight at most'),
  {
    name: 'VERIZON_PAGE_SIZE',
    default: '100',
    meaning: 'How many devices a page of its list holds at most; its documents name 100, 500 and 2000',
    check: wholeNumber(1, 2000),
  },
  {
    name: 'VERIZON_CALLBACK_URL',
    default: '',
    meaning:
      "Where Verizon posts results: ADDRESS/api/simmanagement/v1/carriers/verizon/callback. Empty: with DEMO=on the console's own address, otherwise results are only asked for",
    check: optionalWebAddress,
  },
  {
    name: 'VERIZON_CALLBACK_USERNAME',
    default: '',
    demo: 'verizon-callback',
    meaning: 'User name that Verizon shall put into its callbacks',
    check: optional,
  },
  {
    name: 'VERIZON_CALLBACK_PASSWORD',
    default: '',
    demo: 'demo-callback-password',
    secret: true,
    meaning: 'Password that Verizon shall put into its callbacks',
    check: optional,
  },
] as const

/** What the adapter is given of them. */
export const verizonOf = (values: ValuesOf<typeof verizonSettings>) => ({
  baseUrl: values.VERIZON_BASE_URL,
  tokenUrl: values.VERIZON_TOKEN_URL,
  key: values.VERIZON_KEY,
  secret: values.VERIZON_SECRET,
  username: values.VERIZON_USERNAME,
  password: values.VERIZON_PASSWORD,
  account: values.VERIZON_ACCOUNT,
  descriptionField: values.VERIZON_DESCRIPTION_FIELD,
  inFlight: values.VERIZON_IN_FLIGHT,
  pageSize: values.VERIZON_PAGE_SIZE,
  callback: {
    url: values.VERIZON_CALLBACK_URL,
    username: values.VERIZON_CALLBACK_USERNAME,
    password: values.VERIZON_CALLBACK_PASSWORD,
  },
})
