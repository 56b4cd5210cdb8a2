import { outages } from '../../texts/en-US/outages.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(outages)
