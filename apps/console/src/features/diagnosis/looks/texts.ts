import { looks } from '../../../texts/en-US/looks.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf(looks)
