import { views } from '../../texts/en-US/views.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(views)
