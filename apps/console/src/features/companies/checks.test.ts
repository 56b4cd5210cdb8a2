import { expect, it } from 'vitest'
import { warningChecks } from './checks.ts'
import { newDraft } from './draft.ts'

it('D26 the warning may be equal to the alert, not above it', () => {
  const draft = newDraft({ companyName: 'Prairie Alarm', sapCompanyId: '1000002', deviceRegion: 'ca' })
  const { check } = warningChecks({ ...draft, alertThresholdPercent: '80' })
  expect([check?.('79'), check?.('80')]).toEqual([undefined, undefined])
  expect(check?.('81')).toMatch(/alert/i)
})
