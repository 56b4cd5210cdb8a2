import { attention } from '../../../texts/en-US/attention.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf(attention)
