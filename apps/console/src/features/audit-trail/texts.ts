import { auditTrail } from '../../texts/en-US/audit-trail.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(auditTrail)
