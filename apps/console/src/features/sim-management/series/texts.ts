import { series } from '../../../texts/en-US/series.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf(series)
