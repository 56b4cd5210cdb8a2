import { panels } from '../../texts/en-US/panels.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(panels)
