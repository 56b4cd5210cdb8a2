import { work } from '../../texts/en-US/work.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(work)
