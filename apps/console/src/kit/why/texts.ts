import { why } from '../../texts/en-US/why.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(why)
