import { timeline } from '../../texts/en-US/timeline.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(timeline)
