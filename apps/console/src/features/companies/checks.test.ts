import { expect, it } from 'vitest'
import { warningChecks } from './checks.ts'
import type { CompanyDraft } from './draft.ts'

it('D26 the warning may be equal to the alert, not above it', () => {
  const { check } = warningChecks({ alertThresholdPercent: '80' } as CompanyDraft)
  expect([check?.('79'), check?.('80')]).toEqual([undefined, undefined])
  expect(check?.('81')).toMatch(/alert/i)
})
