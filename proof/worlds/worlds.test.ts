import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../apps/server/src/testing/databases.ts'
import { catalogue } from './compose.ts'
import { report } from './report.ts'
import { playWorlds } from './worlds.ts'

vi.setConfig({ testTimeout: 300_000 })

/** A fixed few; many are played by `npm run task -- diagnosis-worlds`. */
const few = { seed: 390_001, count: 24 }

describeOnOneDatabase('connected console 5 worlds', (database) => {
  it('are composed of at least 45 kinds of causes', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBeGreaterThanOrEqual(45)
  })

  it('a few are diagnosed right, none wrongly as fine, and none with more certainty than there is', async () => {
    const outcomes = await playWorlds(database.get(), few)
    const figures = report(outcomes, 0).join('\n')
    const known = outcomes.filter(({ isKnowable }) => isKnowable)
    const right = known.filter(({ grade }) => grade === 'right-first')
    expect(
      outcomes.filter(({ grade }) => grade === 'wrongly-fine' || grade === 'false-certainty'),
      figures,
    ).toEqual([])
    expect(right.length / known.length, figures).toBeGreaterThanOrEqual(0.95)
  })
})
