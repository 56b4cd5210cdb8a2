import { companyPage } from '../../../texts/en-US/company-page.ts'
import { thingPages } from '../../../texts/en-US/thing-pages.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf({ ...thingPages, ...companyPage })
