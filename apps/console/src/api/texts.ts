import { session } from '../texts/en-US/session.ts'
import { textsOf } from '../texts/text.ts'

export const text = textsOf(session)
