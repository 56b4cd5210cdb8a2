import type { Finding, Step } from '@support-console/contract'
import type { Check } from './check.ts'

/** A finding with what the verdict needs of its check. */
export interface Judged {
  finding: Finding
  check: Check
  step: Step | null
}
