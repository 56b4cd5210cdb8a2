import { describe, expect, it } from 'vitest'
import { chainOf, linkAfter, timeOf } from '../../testing/made-chain.ts'
import { genesis } from './chain.ts'
import { createFaultList } from './fault-list.ts'
import { type ArchiveRecord, createLinkCheck } from './link-check.ts'
import type { KeptLink } from './read-links.ts'

const six = () => chainOf(...[1, 2, 3, 4, 5, 6].map((number) => ({ number })))
const numbered = (links: readonly KeptLink[]) => links.map((link, i) => ({ ...link, number: i + 1 }))
const withoutEntry = (link: KeptLink): KeptLink => ({ ...link, entry: undefined })

function checked(
  links: readonly KeptLink[],
  archives: readonly ArchiveRecord[] = [],
  from?: { number: number; hash: string },
) {
  const faults = createFaultList()
  const check = createLinkCheck(new Map(archives.map((each) => [each.month, each])), faults, from)
  for (const link of links) check.take(link)
  check.end()
  return { told: faults.told, check }
}
const faultsOf = (...given: Parameters<typeof checked>) => checked(...given).told
const notFollowing = (number: number, last = number - 1) =>
  `Link ${number} does not follow from link ${last}: its hash is not that of what it says and of the former hash. It was changed or moved, or a link before it was taken out or put in.`

describe('D19 R40 link by link', () => {
  it('a whole chain fits, from its beginning or from any link on', () => {
    const links = six()
    const { told, check } = checked(links)
    expect(told).toEqual([])
    const { number = 0, hash = '', at } = links[5] ?? {}
    expect(check.last).toEqual({ number, hash, at })
    expect([check.links, check.fitting, check.entries]).toEqual([6, 6, 6])
    expect([check.late, check.missing.size, check.compareArchives()]).toEqual([
      { entries: 0, first: undefined },
      0,
      [],
    ])
    expect(faultsOf(links.slice(3), [], { number: 3, hash: links[2]?.hash ?? '' })).toEqual([])
    expect(faultsOf(links.slice(3), [], { number: 3, hash: genesis })).toEqual([notFollowing(4)])
    expect(checked([]).check.last).toEqual({ number: 0, hash: genesis })
  })

  it('a link is judged when the next one comes, and what is said of it begins with its place', () => {
    const faults = createFaultList()
    const check = createLinkCheck(new Map(), faults)
    const [first, , third] = six()
    if (!first || !third) throw new Error('no links')
    check.take(first)
    expect(check.links).toBe(0)
    check.take(third, 'Line 2: ')
    expect([check.links, faults.count]).toEqual([1, 0])
    check.end()
    check.end()
    expect([check.links, check.fitting]).toEqual([2, 1])
    expect(faults.told).toEqual(['Line 2: Link 2 is missing: the chain goes on with link 3.'])
  })

  it.each([
    ['one is missing', [0, 1, 3, 4, 5], ['Link 3 is missing: the chain goes on with link 4.']],
    ['several are', [0, 4, 5], ['Links 2 to 4 are missing: the chain goes on with link 5.']],
    ['the first are', [2, 3, 4, 5], ['Links 1 to 2 are missing: the chain goes on with link 3.']],
    [
      'two gaps',
      [0, 2, 3, 5],
      [
        'Link 2 is missing: the chain goes on with link 3.',
        'Link 5 is missing: the chain goes on with link 6.',
      ],
    ],
  ])('where %s, that alone is told', (_what, places, sentences) => {
    const links = six()
    expect(faultsOf(places.flatMap((place) => links[place] ?? []))).toEqual(sentences)
  })

  it('a number that comes again, or too late, is told', () => {
    const [one, two, three] = six()
    if (!one || !two || !three) throw new Error('no links')
    expect(faultsOf([one, two, { ...two, entry_id: 9 }])[0]).toBe(
      'Link 2 comes after link 2: the links are not in their order.',
    )
    expect(faultsOf([one, three, two])).toEqual([
      'Link 2 is missing: the chain goes on with link 3.',
      'Link 2 comes after link 3: the links are not in their order.',
      expect.stringMatching(/^Link 2 of .* is older than link 3 of .*: the chain's time goes backwards\.$/),
    ])
  })

  it.each([0, 1, 2, 3, 4, 5])(
    'one that was put in at place %i is named by the one after it, and no more is told',
    (place) => {
      const links = six()
      const previous = links[place - 1]?.hash ?? genesis
      const extra = linkAfter(previous, { number: place + 1, id: 999, at: links[place]?.at ?? '' })
      const put = numbered([...links.slice(0, place), extra, ...links.slice(place)])
      expect(faultsOf(put)).toEqual([
        `Link ${place + 1} was put in: link ${place + 2} follows from link ${place}.`,
      ])
    },
  )

  it('two that were put in are both named', () => {
    const links = six()
    const put = (at: number, id: number) =>
      linkAfter(links[at]?.hash ?? '', { number: at + 2, id, at: links[at]?.at ?? '' })
    const all = numbered([
      ...links.slice(0, 2),
      put(1, 998),
      ...links.slice(2, 4),
      { ...put(3, 999), number: 6 },
      ...links.slice(4),
    ])
    expect(faultsOf(all)).toEqual([
      'Link 3 was put in: link 4 follows from link 2.',
      'Link 6 was put in: link 7 follows from link 5.',
    ])
  })

  it.each([1, 2, 3, 4])(
    'one that was taken out at place %i, the later ones moved up, is told once',
    (place) => {
      const links = six()
      expect(faultsOf(numbered(links.filter((_, i) => i !== place)))).toEqual([notFollowing(place + 1)])
    },
  )

  it.each([0, 2, 4])('two that were exchanged at place %i are named, and no more is told', (place) => {
    const links = six()
    const [one, other] = [links[place], links[place + 1]]
    if (!one || !other) throw new Error('no links')
    const exchanged = numbered([...links.slice(0, place), other, one, ...links.slice(place + 2)])
    expect(faultsOf(exchanged)).toEqual([
      `Links ${place + 1} and ${place + 2} were exchanged: the former follows from the latter.`,
    ])
  })

  it.each([1, 3, 6])('link %i that says something else is told, and those behind it fit', (number) => {
    for (const changed of [
      { at: timeOf(number + 0.5) },
      { hash: 'a'.repeat(64) },
      { content: 'b'.repeat(64), entry: undefined },
    ]) {
      const links = six().map((link) => (link.number === number ? { ...link, ...changed } : link))
      const told = faultsOf(links)
      expect(told[0]).toBe(notFollowing(number))
      const isHash = 'hash' in changed && number < 6
      // A hash that was changed is what the next link does not follow from, either.
      expect(told.filter((each) => each.includes('does not follow'))).toHaveLength(isHash ? 2 : 1)
    }
  })

  it('time may stand still between links, and not go back', () => {
    const at = timeOf(1)
    expect(faultsOf(chainOf({ number: 1, at }, { number: 2, at }))).toEqual([])
    const earlier = timeOf(0.5)
    expect(faultsOf(chainOf({ number: 1, at }, { number: 2, at: earlier }, { number: 3, at }))).toEqual([
      `Link 2 of ${earlier} is older than link 1 of ${at}: the chain's time goes backwards.`,
    ])
  })

  it('an entry is late more than an hour after its time', () => {
    const after = (ms: number) => new Date(Date.parse(timeOf(1)) + ms).toISOString()
    const entryAt = timeOf(1)
    const links = chainOf(
      { number: 1, entryAt, at: after(3_600_000) },
      { number: 2, entryAt, at: after(3_600_001) },
      { number: 3, entryAt, at: after(7_200_000) },
      { number: 4, entryAt: after(7_200_000), at: after(7_200_000) },
    )
    expect(checked(links).check.late).toEqual({ entries: 2, first: 2 })
  })
})

describe('D19 R40 each entry against its link', () => {
  it.each([1, 31, 32, 33, 63, 65_535, 65_536, 65_537, 131_072, 5_000_000_000])(
    'entry %i has one link',
    (id) => {
      const others = [id + 1, id + 31, id + 32, id + 65_536]
      const links = chainOf(...[id, ...others, id].map((each, i) => ({ number: i + 1, id: each })))
      expect(faultsOf(links)).toEqual([`Entry ${id} has two links; the second one is link 6.`])
    },
  )

  it('one that was changed is told, and counted as there', () => {
    const links = six().map((link) =>
      link.number === 4 && link.entry ? { ...link, entry: { ...link.entry, detail: 'x' } } : link,
    )
    const { told, check } = checked(links)
    expect(told).toEqual([
      `The entry 104 of ${timeOf(4)} (link 4) was changed: its fields are not those that the chain holds.`,
    ])
    expect([check.entries, check.fitting]).toEqual([6, 5])
  })

  it('one that is missing is told, unless the month was archived', () => {
    const links = six().map((link) => (link.number <= 2 ? withoutEntry(link) : link))
    const { told, check } = checked(links)
    expect(told).toEqual(
      [1, 2].map(
        (number) =>
          `The entry ${100 + number} of ${timeOf(number)} (link ${number}) is missing: it was deleted, or its number or time was changed. No archive of 2025-01 is on record.`,
      ),
    )
    expect([check.entries, check.fitting, check.missing.get('2025-01')]).toEqual([4, 4, 2])
    const archive = { month: '2025-01', entries: 2, first: 1, last: 2, id: 105 }
    const explained = checked(links, [archive])
    expect([explained.told, explained.check.fitting, explained.check.compareArchives()]).toEqual([[], 6, []])
  })

  it.each([
    [
      { entries: 1, first: 1, last: 2 },
      2,
      'and more entries of 2025-01 are missing than the 1 that were archived.',
    ],
    [
      { entries: 2, first: 2, last: 2 },
      1,
      'and the archive of 2025-01 that is on record holds links 2 to 2 only.',
    ],
    [
      { entries: 2, first: 1, last: 1 },
      2,
      'and the archive of 2025-01 that is on record holds links 1 to 1 only.',
    ],
  ])('an archive of %j explains no more than it says: link %i', (said, number, why) => {
    const links = six().map((link) => (link.number <= 2 ? withoutEntry(link) : link))
    const { told, check } = checked(links, [{ month: '2025-01', ...said, id: 105 }])
    expect(told[0]).toBe(`The entry ${100 + number} of ${timeOf(number)} (link ${number}) is missing, ${why}`)
    // From there on it explains nothing, and is not told once more at the end.
    expect(told.slice(1)).toEqual(
      number === 1
        ? [
            `The entry 102 of ${timeOf(2)} (link 2) is missing, and the record of an archive of 2025-01 is wrong.`,
          ]
        : [],
    )
    expect(check.compareArchives()).toEqual([])
  })

  it('an archive that took fewer entries than it says is told at the end, with its record', () => {
    const links = six().map((link) => (link.number <= 2 ? withoutEntry(link) : link))
    const archive = { month: '2025-01', entries: 3, first: 1, last: 2 }
    const sentence = (record: string) => [
      `2025-01 is on record as archived and dropped with 3 entries, but 2 entries of it are missing: that record (${record}) is wrong.`,
    ]
    expect(checked(links, [archive]).check.compareArchives()).toEqual(sentence('links 1 to 2'))
    expect(checked(links, [{ ...archive, id: 105 }]).check.compareArchives()).toEqual(
      sentence('entry 105, links 1 to 2'),
    )
  })

  it('an entry of an archived month that is there shows that the record was made up', () => {
    const archive = { month: '2025-01', entries: 1, first: 1, last: 1, id: 105 }
    const there = six().map((link) => (link.number === 1 ? withoutEntry(link) : link))
    const { told, check } = checked(there, [archive])
    expect(told).toEqual([
      `The entry 102 of ${timeOf(2)} (link 2) is there, though 2025-01 is on record as archived and dropped, which takes the whole month: that record (entry 105, links 1 to 1) is wrong, and explains no missing entry.`,
    ])
    expect(check.compareArchives()).toEqual([])
    expect(faultsOf(six(), [{ ...archive, last: 2 }])).toHaveLength(1)
    // Before the last link that the record names, also where the drop lies before the walk.
    for (const last of [2, 3])
      expect(faultsOf(there, [{ month: '2025-01', entries: 1, first: 1, last }])).toHaveLength(1)
  })

  it('what came into an archived month after its drop is no fault, be the drop before the walk or in it', () => {
    const late = (number: number) => ({ number, entryAt: timeOf(1), at: timeOf(number) })
    const links = chainOf({ number: 1 }, { number: 2 }, { number: 3 }, late(4)).map((link) =>
      link.number <= 2 ? withoutEntry(link) : link,
    )
    const archive = { month: '2025-01', entries: 2, first: 1, last: 2 }
    expect(faultsOf(links, [{ ...archive, id: 103 }])).toEqual([])
    expect(faultsOf(links, [archive])).toEqual([])
    expect(faultsOf(links, [{ ...archive, id: 999 }])).toHaveLength(1)
    const from = { number: 2, hash: links[1]?.hash ?? '' }
    expect(faultsOf(links.slice(2), [{ ...archive, id: 999 }], from)).toEqual([])
  })
})

describe('R40 the list of what does not hold', () => {
  it('keeps a hundred sentences, and counts all', () => {
    const faults = createFaultList()
    for (let i = 1; i <= 101; i++) faults.add(`fault ${i}`)
    faults.addUntold(5)
    expect([faults.told.length, faults.told.at(-1), faults.count]).toEqual([100, 'fault 100', 106])
  })
})
