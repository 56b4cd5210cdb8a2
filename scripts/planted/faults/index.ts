import type { Fault } from '../fault.ts'
import { access } from './access.ts'
import { audit } from './audit.ts'
import { counts } from './counts.ts'
import { diagnosis } from './diagnosis.ts'
import { http } from './http.ts'
import { lastingWork } from './lasting-work.ts'
import { outbound } from './outbound.ts'
import { signOn } from './sign-on.ts'

/** What must never break: one small fault each, and the tests that must notice it. */
export const faults: readonly Fault[] = [
  ...audit,
  ...access,
  ...signOn,
  ...http,
  ...outbound,
  ...lastingWork,
  ...counts,
  ...diagnosis,
]
