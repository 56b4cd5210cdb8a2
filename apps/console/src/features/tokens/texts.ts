import { tokens } from '../../texts/en-US/tokens.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(tokens)
