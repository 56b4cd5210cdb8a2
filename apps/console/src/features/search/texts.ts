import { search } from '../../texts/en-US/search.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(search)
