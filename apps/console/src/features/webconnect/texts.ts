import { webconnect } from '../../texts/en-US/webconnect.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(webconnect)
