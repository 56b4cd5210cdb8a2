import { diagnosis } from '../../texts/en-US/diagnosis.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(diagnosis)
