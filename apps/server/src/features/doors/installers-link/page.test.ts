import { pageLanguages, panelFindingCodes } from '@support-console/contract'
import { expect, it } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createDoorLimits, mostInMinute } from '../limits.ts'
import { hashOf, isToken, newToken } from './installers-link.store.ts'
import { agoIn, languageOf, pageView, renderPage, renderPlain } from './page.ts'
import { pageProgram, pageStyle } from './page-files.ts'
import { adviceOf, nothingKnown, statuses, type Told } from './told.ts'
import { words } from './words.ts'

const now = new Date('2026-11-28T12:00:00Z')
const told = (some: Partial<Told> = {}): Told => ({
  ...nothingKnown('unknown'),
  since: '2026-11-28T11:55:00.000Z',
  ...some,
})
const rendered = (language: (typeof pageLanguages)[number], some: Partial<Told> = {}) =>
  renderPage({ language, view: pageView(told(some), language, now), lastFour: '0042', until: now })

/** Every text of a language with its place. */
const textsIn = (value: unknown, at = ''): [string, string][] =>
  typeof value === 'string'
    ? [[at, value]]
    : typeof value === 'function'
      ? [[at, String((value as (text: string) => string)('X'))]]
      : Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, `${at}.${key}`))

it('56.6 says all in each language, and copies none from another', () => {
  const places = (language: (typeof pageLanguages)[number]) => textsIn(words[language]).map(([at]) => at)
  const english = new Map(textsIn(words.en))
  // Of one advice a language may need another number of sentences.
  const named = (all: string[]) => all.filter((at) => !/\.steps\./.test(at)).sort()
  for (const language of pageLanguages) {
    expect(named(places(language))).toEqual(named(places('en')))
    expect(textsIn(words[language]).every(([, text]) => text.trim() !== '')).toBe(true)
    // A 'panel' is one in Spanish, too.
    const isSame = ([at, text]: [string, string]) => english.get(at) === text && at !== '.place.panel'
    const same = textsIn(words[language]).filter(isSame)
    expect(language === 'en' ? [] : same.map(([at]) => at)).toEqual([])
  }
})

it('56.6 has words for what to do at each finding', () => {
  for (const code of panelFindingCodes)
    for (const language of pageLanguages)
      expect(words[language].steps[adviceOf[code]].length).toBeGreaterThan(0)
})

it('56.6 page, style and program together stay below 40 kB', () => {
  for (const language of pageLanguages)
    for (const status of statuses) {
      const page = rendered(language, { status, isIncomplete: true, advice: 'basics' })
      expect(Buffer.byteLength(page + pageStyle + pageProgram)).toBeLessThan(40_000)
    }
})

it('56.6 carries no program or style within the page, and asks robots to stay away', () => {
  const page = rendered('en')
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]* src=)/)
  expect(page).toContain('content="noindex,nofollow"')
  expect(renderPlain('en', 'ended')).toContain('content="noindex,nofollow"')
})

it('D55 56.6 what is not known reads so in each place, and never as well', () => {
  const page = rendered('en', { since: null })
  expect(page).toContain('Not known right now')
  expect(page).not.toMatch(/data-state="(?:works|reports)"|need not do/)
})

it.each([
  ['es', 'fr', 'en', 'es'],
  [undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'en', 'fr'],
  [undefined, 'de,en;q=0.2,es;q=0.7', 'fr', 'es'],
  [undefined, 'de', 'es', 'es'],
  ['xx', '', 'fr', 'fr'],
  [['en'], undefined, 'es', 'es'],
] as const)(
  '56.6 of address %j, browser %j and link %j the page takes %s',
  (asked, accepted, chosen, taken) => {
    expect(languageOf(asked, accepted, chosen)).toBe(taken)
  },
)

it.each([
  ['2026-11-28T11:59:30Z', '30 seconds ago'],
  ['2026-11-28T11:00:00Z', '1 hour ago'],
  ['2026-11-25T12:00:00Z', '3 days ago'],
  ['2026-11-28T12:00:10Z', '0 seconds ago'],
])('56.6 says that %s was %s', (at, said) => {
  expect(agoIn('en', at, now)).toBe(said)
})

it('56.6 a million guesses find nothing, and few of one address are looked up', () => {
  const live = new Set(Array.from({ length: 1_000 }, () => hashOf(newToken())))
  const limits = createDoorLimits(createTestClock())
  let lookedUp = 0
  let found = 0
  for (let guess = 0; guess < 1_000_000; guess++) {
    const address = `10.0.${(guess >> 8) % 40}.${guess & 255}`
    if (limits.refuse(address) !== undefined) continue
    lookedUp++
    if (live.has(hashOf(newToken()))) found++
    else limits.noteMiss(address)
  }
  expect(found).toBe(0)
  expect(lookedUp).toBe(mostInMinute.all)
})

it('56.6 an address that guesses is shut out for the minute, and others are not', async () => {
  const clock = createTestClock()
  const limits = createDoorLimits(clock)
  for (let miss = 0; miss < mostInMinute.misses; miss++) {
    expect(limits.refuse('a')).toBeUndefined()
    limits.noteMiss('a')
  }
  expect(limits.refuse('a')).toBeGreaterThan(0)
  expect(limits.refuse('b')).toBeUndefined()
  await clock.advance(60_001)
  expect(limits.refuse('a')).toBeUndefined()
})

it('56.6 an address holds 128 random bits', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) {
    expect(isToken(token)).toBe(true)
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  }
})
