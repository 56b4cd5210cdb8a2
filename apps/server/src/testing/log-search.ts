import { describe, expect, it } from 'vitest'
import type { TestApp } from './test-app.ts'

export type LogQuery = Record<string, string | number>

/** Searches of one of the two logs (2.7, 2.12), by its call's path. */
export function logSearch<Item extends { statusDesc: string }>(app: () => TestApp, path: string) {
  async function search(query: LogQuery) {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const { code, envelope } = await app().call('GET', `${path}?${text}`)
    return { code, ...envelope, data: envelope.data as { items: Item[]; hasMore: boolean } }
  }
  return {
    search,
    /** The descriptions of what a search finds. */
    found: async (query: LogQuery): Promise<string[]> =>
      (await search(query)).data.items.map((item) => item.statusDesc),
  }
}

const newYork = 'America/New_York'

/** What both logs do with days (D21). */
export function itTakesDaysAsLocal<Item extends { statusDesc: string; localDate: string }>(log: {
  /** What finds the actions of someone, or of a SIM, whom no other test has. */
  newOne: () => LogQuery
  /** Notes something of them; the description is to be the instant. */
  note: (who: LogQuery, at: string) => Promise<unknown>
  search: ReturnType<typeof logSearch<Item>>['search']
  found: ReturnType<typeof logSearch<Item>>['found']
}): void {
  const { newOne, note, search, found } = log

  describe('D21 days are local and inclusive at both ends', () => {
    it.each([
      ['UTC', { timeOffset: 0 }, '2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
      [
        'five hours west',
        { timeOffset: -300 },
        '2026-03-02',
        '2026-03-02T05:00:00.000Z',
        '2026-03-05T05:00:00.000Z',
      ],
      [
        'five and three quarters east',
        { timeOffset: 345 },
        '2026-03-02',
        '2026-03-01T18:15:00.000Z',
        '2026-03-04T18:15:00.000Z',
      ],
      [
        'fourteen hours east, over the end of a month',
        { timeZone: 'Pacific/Kiritimati' },
        '2026-03-01',
        '2026-02-28T10:00:00.000Z',
        '2026-03-04T10:00:00.000Z',
      ],
      [
        'a zone with a switch far away',
        { timeZone: newYork },
        '2026-03-02',
        '2026-03-02T05:00:00.000Z',
        '2026-03-05T05:00:00.000Z',
      ],
    ])('%s', async (_zone, zone, sDate, begins, ends) => {
      const who = newOne()
      const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
      for (const at of [justBefore(begins), begins, justBefore(ends), ends]) await note(who, at)
      expect(await found({ ...who, sDate, eDate: '2026-03-04', ...zone })).toEqual([justBefore(ends), begins])
    })

    it('across both daylight-saving switches each day has its own offset', async () => {
      const who = newOne()
      const instants = [
        '2026-03-08T04:59:59.999Z', // the 7th, 23:59:59.999
        '2026-03-08T05:00:00.000Z', // the 8th begins, five hours west
        '2026-03-09T03:59:59.999Z', // it ends four hours west, 23 hours long
        '2026-03-09T04:00:00.000Z',
        '2026-11-01T04:00:00.000Z', // the 1st begins, four hours west
        '2026-11-02T04:59:59.999Z', // it ends five hours west, 25 hours long
        '2026-11-02T05:00:00.000Z',
      ]
      for (const at of instants) await note(who, at)
      const ask = { ...who, timeZone: newYork, timeOffset: -300 }
      const days = (sDate: string, eDate: string) => found({ ...ask, sDate, eDate })
      expect(await days('2026-03-08', '2026-03-08')).toEqual([instants[2], instants[1]])
      expect(await days('2026-11-01', '2026-11-01')).toEqual([instants[5], instants[4]])
      expect(await days('2026-03-08', '2026-11-01')).toHaveLength(5)
      const { data } = await search({ ...ask, sDate: '2026-11-01', eDate: '2026-11-01' })
      expect(data.items.map((item) => item.localDate)).toEqual([
        '2026-11-01T23:59:59.999-05:00',
        '2026-11-01T00:00:00.000-04:00',
      ])
    })
  })
}
