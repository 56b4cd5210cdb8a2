import { hopKinds } from '@support-console/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FactName, type Facts, factNames, rightOf } from './facts.ts'
import { all, before, change, factsWith, gone, look, now, seenAt, suspended } from './good-facts.ts'
import { diagnosisOf } from './judge.ts'
import { withheld } from './run.ts'

const wayOf = (...asked: Parameters<typeof look>) => look(...asked).way
const statesOf = (...asked: Parameters<typeof look>) =>
  Object.fromEntries(wayOf(...asked).map(({ kind, state }) => [kind, state]))
const ofSim = (...asked: Parameters<typeof factsWith>) =>
  diagnosisOf({ ...factsWith(...asked), cloudId: null }, now).way

describe('whole 3 the way of a signal', () => {
  it('names each hop with its own state, its source and its age, where all is well', () => {
    expect(wayOf({}).map(({ kind, name, state, word, source }) => [kind, name, state, word, source])).toEqual(
      [
        ['panel', '', 'works', 'reports', 'WebConnect'],
        ['sim', '', 'works', 'in this panel', 'WebConnect'],
        ['carrier', 'AT&T', 'works', 'active', 'AT&T'],
        ['vpn', '', 'works', '10.64.18.17', 'MobileBroker'],
        ['container', 'webconnect-2', 'works', '396 of 398 report', 'WebConnect'],
        ['portal', '', 'works', 'TEST, managed', 'Pathfinder'],
      ],
    )
  })

  it('fills the first cause alone, and marks as broken what follows from it', () => {
    const way = wayOf({ ...gone, ...all, ...change('deviceStatus', 'Active', 'Suspended') })
    const of = (kind: string) => way.find((hop) => hop.kind === kind)
    expect(of('carrier')).toMatchObject({ state: 'cause', word: `suspended ${before}` })
    expect(of('panel')).toMatchObject({ state: 'broken', word: `gone since ${seenAt}` })
    expect(way.filter(({ state }) => state === 'cause')).toHaveLength(1)
  })

  it('says of a panel that reports what is to mend in amber, and fills nothing', () => {
    expect(statesOf({ environment: { pointsTo: 'prod' } })).toMatchObject({ panel: 'works', portal: 'amiss' })
  })

  it('leaves out what the data do not have, and says D55 nothing of a server that no one asked', () => {
    expect(wayOf({ panel: { remoteId: '', physicalId: '' } }).map(({ kind }) => kind)).not.toContain('portal')
    expect(statesOf({ panel: { receiver: 'csr-04' } })).toMatchObject({ receiver: 'unknown' })
  })

  it('asks, and does not know, hop by hop', () => {
    expect(statesOf({}, { carrier: 'waiting', portal: 'unanswered' })).toMatchObject({
      carrier: 'asking',
      portal: 'unknown',
      container: 'works',
    })
  })

  it('whole 5 has the session of a SIM as a hop, and the panel that it is in', () => {
    expect(ofSim({}).map(({ kind, state }) => [kind, state])).toEqual([
      ['panel', 'unknown'],
      ['sim', 'works'],
      ['carrier', 'works'],
      ['session', 'works'],
      ['vpn', 'works'],
    ])
    const seenIn = [{ cloudId: 'CBS0000017', container: 'webconnect-2', since: before }]
    expect(ofSim({ seenIn, carrier: suspended })).toMatchObject([
      { kind: 'panel', name: 'CBS0000017', state: 'works' },
      {},
      { state: 'cause' },
      { kind: 'session', state: 'broken', word: 'offline' },
      {},
    ])
  })

  it('D62 leaves unfilled what is only to be mended beside a cause', () => {
    const imei = { ...suspended, imei: '352099004761487' }
    expect(ofSim({ carrier: imei })).toMatchObject([
      {},
      { kind: 'sim', state: 'amiss' },
      { state: 'cause' },
      {},
      {},
    ])
  })

  it('shows a reader nothing of a hop that they may not read', () => {
    fc.assert(
      fc.property(fc.subarray([...factNames]), (hidden) => {
        const may = (right: string) => !hidden.some((name) => rightOf(name) === right)
        const facts = factsWith({})
        const way = diagnosisOf({ ...facts, ...withheld(facts, may as never, 'test') } as Facts, now).way
        const ofFact = { carrier: 'carrier', vpn: 'mobileBroker' } as const satisfies Record<string, FactName>
        for (const [kind, fact] of Object.entries(ofFact))
          if (!may(rightOf(fact)))
            expect(way.find((hop) => hop.kind === kind)).toMatchObject({ state: 'not-shown', word: '' })
      }),
    )
  })

  it('fills at most as many hops as there are answers, and none without a cause', () => {
    const wrongs = [gone, all, { portal: true }, { environment: { pointsTo: 'prod' } }, { usability: false }]
    const states = fc.dictionary(
      fc.constantFrom(...factNames),
      fc.constantFrom('waiting' as const, 'unanswered' as const),
    )
    fc.assert(
      fc.property(fc.subarray([...wrongs]), states, fc.boolean(), (changes, open, isOfPanel) => {
        const facts = factsWith(Object.assign({}, ...changes), open)
        const { way, verdict } = diagnosisOf(isOfPanel ? facts : { ...facts, cloudId: null }, now)
        const filled = way.filter(({ state }) => state === 'cause')
        expect(filled.length).toBeLessThanOrEqual(Math.min(2, verdict.causes.length))
        if (verdict.state !== 'cause' && verdict.state !== 'likely') expect(filled).toEqual([])
        else if (verdict.causes[0]?.effect !== 'beside') expect(filled.length).toBeGreaterThan(0)
        for (const { word } of way) expect(word.split(/\s+/).length).toBeLessThanOrEqual(4)
        expect(way.map(({ kind }) => hopKinds.indexOf(kind))).toEqual(
          way.map(({ kind }) => hopKinds.indexOf(kind)).toSorted((a, b) => a - b),
        )
      }),
    )
  })
})
