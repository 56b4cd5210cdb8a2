import { leaving } from '../../../texts/en-US/leaving.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf(leaving)
