import { webhooks } from '../../texts/en-US/webhooks.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(webhooks)
