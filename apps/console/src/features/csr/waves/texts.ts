import { waves } from '../../../texts/en-US/waves.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf(waves)
