import { moments } from '../../texts/en-US/moments.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(moments)
