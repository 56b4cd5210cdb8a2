import { userActions } from '../../texts/en-US/user-actions.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(userActions)
