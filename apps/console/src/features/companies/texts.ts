import { companies } from '../../texts/en-US/companies.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(companies)
