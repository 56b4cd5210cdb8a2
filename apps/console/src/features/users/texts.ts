import { users } from '../../texts/en-US/users.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(users)
