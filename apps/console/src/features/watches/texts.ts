import { watches } from '../../texts/en-US/watches.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(watches)
