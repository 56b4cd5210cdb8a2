import type { SimUsage } from '@support-console/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { latestOf } from './usage-words.ts'

const minute = (at: number) => `2026-11-28T12:${String(at).padStart(2, '0')}:00.000Z`
const answer = (now: number, told: number | null, vain: number | null) => ({
  data: {
    now: minute(now),
    told: told === null ? null : { at: minute(told), usedBytes: told },
    unanswered: vain === null ? null : { askedAt: minute(vain) },
  } as SimUsage,
})
const shown = (...answers: ReturnType<typeof answer>[]) => {
  const { told, unanswered } = latestOf(answers)?.data ?? {}
  return [told?.at ?? null, unanswered?.askedAt ?? null]
}

it('D51 what a carrier told stays when a look that began before it failed', () => {
  expect(shown(answer(4, 1, null), answer(5, null, 3))).toEqual([minute(1), minute(3)])
  expect(shown(answer(5, null, 3), answer(6, 1, 3))).toEqual([minute(1), minute(3)])
})

it('D51 of any answers in any order the newest word is shown, and in vain only what came after it', () => {
  const at = fc.option(fc.integer({ min: 0, max: 59 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 59 }), at, at), { minLength: 1 }), (all) => {
      const newest = (of: (number | null)[]) =>
        of.reduce((a, b) => (b !== null && (a === null || b > a) ? b : a), null)
      const [told, vain] = [newest(all.map(([, word]) => word)), newest(all.map(([, , asked]) => asked))]
      expect(shown(...all.map(([now, word, asked]) => answer(now, word, asked)))).toEqual([
        told === null ? null : minute(told),
        vain === null || (told !== null && vain <= told) ? null : minute(vain),
      ])
    }),
  )
})
