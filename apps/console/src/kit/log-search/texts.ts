import { logSearch } from '../../texts/en-US/log-search.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(logSearch)
