import { handover } from '../../texts/en-US/handover.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(handover)
