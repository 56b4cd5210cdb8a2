import { apiReference } from '../../texts/en-US/api-reference.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(apiReference)
