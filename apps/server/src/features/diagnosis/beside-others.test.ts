import { describe, expect, it } from 'vitest'
import { carrierName, factsWith, gone, look, now, seenAt, sim } from './good-facts.ts'
import { diagnosisOf } from './judge.ts'

const before = (minutes: number) => new Date(Date.parse(seenAt) - minutes * 60_000).toISOString()
const after = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
type Scope = 'container' | 'csr' | 'company' | 'webconnect' | 'carrier' | 'sim-range'
const stopped = (scope: Scope, more = {}) => ({
  ...gone,
  commonCauses: [
    {
      ...{ scope, id: 'x', name: 'x', members: 98, stopped: 54, back: 0, ordinary: 1, at: before(90) },
      ...{ elsewhere: [], ...more },
    },
  ],
})
const of = (...online: (string | null)[]) => ({
  others: online.map((word, at) => ({ iccid: `891480000000000000${at}`, online: word })),
})
const offline = (minutes: number) => ({
  carrier: {
    deviceStatus: 'Active',
    rawStatus: 'ACTIVATED',
    onlineStatus: 'Offline',
    onlineSince: before(minutes),
  },
})
const suspended = (minutes: number) => ({
  carrier: {
    deviceStatus: 'Suspended',
    rawStatus: 'SUSPENDED',
    onlineStatus: 'Offline',
    changedAt: before(minutes),
  },
})
const causesOf = (changes: Parameters<typeof look>[0]) => look(changes).verdict.causes.map(({ code }) => code)

describe('D53 a fault of its own beside what stopped others', () => {
  const ours = ['container', 'csr', 'webconnect', 'company'] as const

  it.each([...ours, 'carrier', 'sim-range'] as const)(
    '%s: a SIM without a session is its own fault only where the others have theirs',
    (scope) => {
      const own = { ...stopped(scope), ...offline(13) }
      expect(causesOf({ ...own, ...of('Online', 'Online', 'Offline') })[0]).toBe('sim-offline')
      expect(causesOf({ ...own, ...of('Offline', 'Offline', 'Online') })).toEqual(['common-cause'])
      const open = look({ ...own, ...of(null, null) }).verdict
      expect([open.state, ...open.causes.map(({ code }) => code)]).toEqual([
        'likely',
        'common-cause',
        'sim-offline',
      ])
    },
  )

  it('51.6 a slow loss is likely until it is told, and an offline SIM follows from it', () => {
    const loss = (outageId: string | null) => stopped('company', { isExcess: true, outageId })
    const others = of('Offline', 'Offline')
    expect(look({ ...loss('7'), ...others }).verdict.state).toBe('cause')
    const { verdict } = look({ ...loss(null), ...offline(13), ...others })
    expect([verdict.state, ...verdict.causes.map(({ code }) => code)]).toEqual(['likely', 'common-cause'])
    expect(verdict.sentence).toMatch(/ It is probably not this panel alone\.$/)
  })

  it('counts itself among the others nowhere, however its number is written', () => {
    const own = { others: [{ iccid: `${sim}F`, online: 'Offline' }] }
    expect(look({ ...stopped('container'), ...offline(13), ...own }).verdict.state).toBe('likely')
  })

  it('waits for the others, while they are asked', () => {
    const facts = factsWith({ ...stopped('container'), ...offline(13) })
    const asked = { ...facts, others: { is: 'waiting' as const, source: carrierName, at: now } }
    expect(diagnosisOf(asked, now).verdict).toMatchObject({
      state: 'so-far',
      waitingFor: [{ source: carrierName, state: 'asking' }],
    })
  })

  it.each(ours)('%s: what a carrier told of this SIM alone, just before, comes first', (scope) => {
    expect(causesOf({ ...stopped(scope), ...suspended(4) })[0]).toBe('sim-not-active')
    // What began long before let it report, and what began after it is not why.
    expect(causesOf({ ...stopped(scope), ...suspended(600) })[0]).toBe('common-cause')
    expect(causesOf({ ...stopped(scope), ...offline(-60), ...of('Online') })).toEqual(['common-cause'])
  })

  it.each(['carrier', 'sim-range'] as const)(
    '%s: of few who stopped among many, what the carrier told of this SIM comes first',
    (scope) => {
      expect(causesOf({ ...stopped(scope, { stopped: 8, members: 502 }), ...suspended(4) })[0]).toBe(
        'sim-not-active',
      )
      expect(causesOf({ ...stopped(scope), ...suspended(4) })[0]).toBe('common-cause')
    },
  )

  it('beside a container that does not answer, too', () => {
    const down = { ...gone, container: { problem: 'It did not answer.', updateDate: before(10) } }
    expect(causesOf({ ...down, ...suspended(4) })[0]).toBe('sim-not-active')
    expect(causesOf({ ...down, connection: { state: 'connected' }, ...suspended(600) })[0]).toBe(
      'container-down',
    )
  })

  it('of a panel that left while no one looked its own fault of that time comes first', () => {
    const since = before(0)
    const left = { connection: { ...gone.connection, since, seenUntil: before(2880) } } as const
    const { verdict } = look({ ...stopped('container'), ...left, ...suspended(1320) })
    expect(verdict.causes[0]?.code).toBe('sim-not-active')
    expect(verdict.second).toContain(`between ${before(2880)} and ${since}, while no one looked.`)
  })

  it('of an outage that is over, who is still away is away by itself', () => {
    const over = stopped('csr', { back: 53, endedAt: after(16) })
    expect(look(over).verdict).toMatchObject({ state: 'unexplained', causes: [] })
    const finding = look(over).findings.find(({ code }) => code === 'common-cause')
    expect(finding?.refuted).toBe(`53 of the 54 are back since ${after(16)}, and this one is not.`)
    expect(causesOf(stopped('csr', { back: 53, endedAt: after(5) }))).toEqual(['common-cause'])
  })
})

describe('D55 a panel that was not heard for a while is not fine', () => {
  it.each([
    [7, 'fine'],
    [8, 'not-known'],
    [14, 'not-known'],
  ] as const)('%i minutes: %s', (minutes, state) => {
    const { verdict } = look({
      connection: { state: 'connected', receivedAt: after(minutes), status: 'OK' },
      container: { checkedAt: now },
    })
    expect(verdict.state).toBe(state)
    if (state === 'fine') return
    const from = new Date(Date.parse(after(minutes)) + 15 * 60_000).toISOString()
    expect(verdict.sentence).toContain(`${minutes} minutes ago. It counts as silent from ${from}.`)
    expect(verdict.next?.text).toContain('Look again at')
  })
})
