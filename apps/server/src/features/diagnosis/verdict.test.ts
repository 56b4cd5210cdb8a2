import type { FindingCode } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { factNames, type KnownChange } from './facts.ts'
import {
  all,
  type Changes,
  deployed,
  factsWith,
  gone,
  look,
  now,
  seenAt,
  sim,
  suspended,
} from './good-facts.ts'
import { within } from './in-words.ts'
import { diagnosisOf } from './judge.ts'

const codes = (changes: Changes, states = {}) => look(changes, states).verdict.causes.map(({ code }) => code)
const ago = (minutes: number) => new Date(Date.parse(seenAt) - minutes * 60_000).toISOString()
const environment = { environment: { pointsTo: 'prod' } } as const
const saved = (what: string): KnownChange => ({
  at: ago(60),
  kind: 'company',
  what: `Wexmoor Security was saved: ${what}.`,
  scope: { kind: 'company', id: 'Wexmoor Security' },
  who: 'pat@example.com',
  transactionId: 't',
  right: 'companies.read',
})

describe('true cause the verdict', () => {
  it('names the cause of a silence, since when, and what follows from it below it alone', () => {
    const { findings, verdict } = look({ ...gone, ...all, carrier: { ...suspended, changedAt: ago(1) } })
    expect(verdict).toMatchObject({
      state: 'cause',
      symptom: 'not-connected',
      sentence: `AT&T suspended the SIM at ${ago(1)} or earlier.`,
    })
    expect(verdict.causes.map(({ code }) => code)).toEqual(['sim-not-active'])
    expect(findings.find(({ code }) => code === 'sim-offline')?.follows).toBe('sim-not-active')
  })

  it('names two causes that do not follow from each other', () => {
    const pointed = { environment: { pointsTo: 'prod', changedAt: ago(1) } } as const
    const { verdict } = look({ ...gone, ...all, ...pointed })
    expect(verdict.causes.map(({ code }) => code)).toEqual(['panel-environment', 'sim-not-active'])
    expect(verdict.sentence).toMatch(/^Two problems: Pathfinder sends .*; and AT&T suspended the SIM\.$/)
  })

  it('a cause that began after the silence is refuted, and says so', () => {
    const { findings, verdict } = look({
      ...gone,
      connection: { ...gone.connection, since: ago(120) },
      ...all,
      carrier: { ...suspended, onlineSince: ago(30) },
    })
    expect(findings.find(({ code }) => code === 'sim-not-active')?.refuted).toBe(
      `This was not yet the case at ${ago(30)}, when the panel was already silent.`,
    )
    expect(findings.find(({ code }) => code === 'sim-offline')?.refuted).toMatch(
      /after the panel fell silent/,
    )
    expect(verdict).toMatchObject({ state: 'unexplained', causes: [] })
  })

  it('what follows from a refuted cause, and is known to have begun earlier, stands by itself', () => {
    const deactivated = {
      ...gone,
      connection: { ...gone.connection, since: ago(120) },
      sim: { deactivatedAt: ago(30) },
    }
    expect(codes({ ...deactivated, ...all, carrier: { ...suspended, changedAt: ago(130) } })).toEqual([
      'sim-not-active',
    ])
  })

  it('what began up to ten minutes after the silence, by another clock, is its cause', () => {
    const deactivated = (at: string) => ({
      ...gone,
      connection: { ...gone.connection, since: ago(120) },
      ...all,
      sim: { deactivatedAt: at },
    })
    expect(codes(deactivated(ago(110)))).toEqual(['sim-deactivation'])
    expect(look(deactivated(ago(110))).verdict.state).toBe('cause')
    expect(codes(deactivated(ago(109)))).toEqual([])
  })

  it('clocks that differ by minutes leave a state between the same two times', () => {
    const { verdict } = look({
      ...gone,
      connection: { ...gone.connection, since: ago(120) },
      ...all,
      mobileBroker: { ...suspended, changedAt: ago(30) },
      connector: { ...suspended, onlineSince: ago(26) },
    })
    expect(verdict).toMatchObject({ state: 'unexplained', causes: [] })
  })

  it('the last edit of a SIM says no more than that its state began no later', () => {
    const edited = (minutes: number) => ({
      ...gone,
      connection: { ...gone.connection, since: ago(120) },
      ...all,
      carrier: { ...suspended, changedAt: ago(minutes) },
    })
    expect(codes({ ...edited(30), ...environment })).toEqual(['panel-environment', 'sim-not-active'])
    expect(codes({ ...edited(130), ...environment })).toEqual(['sim-not-active', 'panel-environment'])
  })

  it('is likely where no one tells when it began, and settled by a session that ended with the silence', () => {
    const silent = { ...gone, connection: { ...gone.connection, since: ago(120) }, ...all }
    const ended = (minutes: number) => ({ connector: { ...suspended, onlineSince: ago(minutes) } })
    expect(look(silent).verdict.state).toBe('likely')
    expect(look({ ...silent, ...ended(122) }).verdict.state).toBe('cause')
    expect(look({ ...silent, ...ended(420) }).verdict.state).toBe('likely')
    // Those that could tell it are waited for by name, and so are those that failed.
    const asking = look(silent, { connector: 'waiting', mobileBroker: 'unanswered' }).verdict
    expect(asking.waitingFor.map(({ source }) => source)).toContain('Connector')
    expect(asking.failed.map(({ source }) => source)).toEqual(['MobileBroker'])
  })

  it('what follows from a cause that is refuted is refuted with it', () => {
    const { verdict, findings } = look({
      ...gone,
      connection: { ...gone.connection, since: ago(120) },
      ...all,
      sim: { deactivatedAt: ago(30) },
    })
    const refuted = findings.filter((each) => each.refuted !== null).map(({ code }) => code)
    expect(refuted).toEqual(['sim-deactivation', 'sim-not-active', 'sim-offline'])
    expect(verdict).toMatchObject({ state: 'unexplained', causes: [] })
  })

  it('a SIM that its carrier lists twice, active and suspended, is likely at most', () => {
    const twice = { carrier: { ...suspended, onlineStatus: 'Online', alsoListed: ['Active'] } }
    expect(look({ ...gone, ...twice }).verdict).toMatchObject({
      state: 'likely',
      causes: [{ code: 'sim-listed-twice' }],
    })
  })

  it('what was changed here does not stand below a cause that no one knows the beginning of', () => {
    const switchedOff = {
      panelCompany: { useConnectorService: false },
      history: [saved('use connector service (no)')],
    }
    expect(codes({ ...gone, ...environment, ...switchedOff })).toEqual([
      'company-switches',
      'panel-environment',
    ])
    expect(codes({ ...gone, ...environment, history: [saved('subnets')] })).toEqual(['panel-environment'])
  })

  it('a change that was taken back before the silence is no reason', () => {
    const back = { ...saved('use connector service (yes)'), at: ago(30) }
    const pointed = (to: string, minutes: number) => ({
      ...saved(''),
      at: ago(minutes),
      kind: 'environment' as const,
      what: `The panel was pointed to ${to}.`,
    })
    const off = saved('use connector service (no)')
    expect(codes({ ...gone, history: [off] })).toEqual(['recent-change'])
    expect(codes({ ...gone, history: [back, off] })).toEqual([])
    expect(codes({ ...gone, history: [pointed('DEV', 60)] })).toEqual(['recent-change'])
    expect(codes({ ...gone, history: [pointed('TEST', 30), pointed('DEV', 60)] })).toEqual([])
  })

  it('what lasts is no reason why a panel comes and goes', () => {
    const flaps = { reconnects: [{ hour: seenAt, count: 12 }], connection: { connectedAt: ago(5) } }
    const offline = { ...all, connector: { ...suspended, onlineSince: ago(300) } }
    expect(look({ ...flaps, ...offline }).verdict).toMatchObject({ symptom: 'flapping', causes: [] })
  })

  it('what a company has in common is explained by the change that made it', () => {
    const { verdict, findings } = look({
      ...gone,
      commonCauses: [
        {
          ...{ scope: 'company', id: '9', name: 'Wexmoor Security', members: 10, stopped: 10 },
          ...{ back: 0, ordinary: 0, at: seenAt, elsewhere: [] },
        },
      ],
      panelCompany: { useConnectorService: false },
      history: [saved('use connector service (no)')],
    })
    expect(verdict.causes).toMatchObject([{ code: 'common-cause', changedBy: { transactionId: 't' } }])
    expect(verdict.sentence).toBe(
      `All 10 panels of Wexmoor Security stopped together at ${seenAt}. Wexmoor Security was saved: use connector service (no) at ${ago(60)} by pat@example.com.`,
    )
    expect(findings.filter(({ follows }) => follows).map(({ code }) => code)).toEqual([
      'company-switches',
      'recent-change',
    ])
  })

  it("a SIM's state is no reason why what the panel sends is refused", () => {
    const { verdict, findings } = look({ ...all, connection: { state: 'connected', refusedSince: ago(30) } })
    expect([verdict.symptom, verdict.state, verdict.causes]).toEqual(['refused', 'unexplained', []])
    expect(findings.find(({ code }) => code === 'sim-not-active')?.refuted).toBe(
      'What the panel sends arrives anyway.',
    )
  })

  it('a release within the hour before may be why, unless the panel connected after it', () => {
    const silent = { connection: { state: 'gone' as const, since: ago(10), connectedAt: ago(600) } }
    expect(codes({ ...silent, ...deployed(ago(55)) })).toEqual(['receiver-deployed'])
    const after = { connection: { ...silent.connection, connectedAt: ago(40) } }
    expect(codes({ ...after, ...deployed(ago(55)) })).toEqual([])
  })

  it('a cause that held while the panel reported is refuted', () => {
    const services = {
      panel: {
        services: [{ serviceName: 'REMOTE_CONNECT', activated: false }],
        updatedAt: ago(60 * 24 * 90),
      },
    }
    expect(codes({ ...gone, ...services })).toEqual([])
    expect(look({ ...gone, ...services }).verdict.state).toBe('unexplained')
    expect(codes({ ...gone, ...services, ...all })).toEqual(['sim-not-active'])
  })

  it('of a panel that reports, what is wrong is to be mended and is no reason', () => {
    const { verdict, findings } = look({ ...all, connection: { state: 'connected' } })
    expect(verdict).toMatchObject({ state: 'to-mend', symptom: 'reporting' })
    expect(findings.find(({ code }) => code === 'sim-not-active')?.effect).toBe('beside')
    expect(findings.find(({ code }) => code === 'sim-offline')?.follows).toBe('sim-not-active')
  })

  const ranked: [string, Changes, FindingCode[]][] = [
    [
      'a common cause first',
      {
        ...gone,
        ...all,
        commonCauses: [
          {
            ...{ scope: 'container', id: 'webconnect-2', name: 'webconnect-2', members: 369, stopped: 260 },
            ...{ back: 102, ordinary: 1, at: seenAt, elsewhere: [] },
          },
        ],
      },
      ['common-cause', 'sim-not-active'],
    ],
    [
      'what stops it before what may',
      { ...gone, ...all, vpn: { has: { gateway: true, 'user name': true, password: false } } },
      ['sim-not-active'],
    ],
    [
      'what a person changed before what only may stop it',
      {
        ...gone,
        ...deployed(ago(30)),
        history: [saved('subnets')],
      },
      ['recent-change', 'receiver-deployed'],
    ],
    [
      'what is near in time first',
      { ...gone, ...deployed(ago(30)), vpn: { has: { gateway: true, 'user name': true, password: false } } },
      ['receiver-deployed', 'sim-vpn-account'],
    ],
  ]
  it.each(ranked)('ranks %s', (_, changes, expected) => {
    expect(codes(changes)).toEqual(expected)
  })

  it('is so far while a source is asked that could name a stronger cause, and names it', () => {
    const early = look({ ...gone, ...deployed(ago(30)) }, { carrier: 'waiting' }).verdict
    expect(early).toMatchObject({ state: 'so-far' })
    expect(early.sentence).toMatch(/^So far: csr-04 got release 5\.0\.0 .* Still asking AT&T\.$/)
    expect(early.waitingFor.map(({ source }) => source)).toEqual(['AT&T'])
    expect(early.failed).toEqual([])
    expect(look(gone, { carrier: 'waiting' }).verdict.sentence).toBe(
      'Nothing found so far explains it. Still asking AT&T.',
    )
  })

  it('is likely where such a source failed, and settled where what is known settles it', () => {
    const failed = look({ ...gone, ...deployed(ago(30)) }, { carrier: 'unanswered' }).verdict
    expect([failed.state, failed.failed.map(({ source }) => source)]).toEqual(['likely', ['AT&T']])
    expect(failed.sentence).toMatch(/AT&T did not answer\.$/)
    expect(look({ ...gone, ...all }, { environment: 'unanswered' }).verdict.state).toBe('likely')
    const told = { ...all, carrier: { ...suspended, changedAt: ago(1) } }
    expect(look({ ...gone, ...told }, { environment: 'unanswered' }).verdict.state).toBe('cause')
    // Only what many have in common would be stronger.
    expect(look({ ...gone, ...told }, { commonCauses: 'unanswered' }).verdict.state).toBe('likely')
    // What could only be beside it changes nothing.
    expect(look({ ...gone, ...told }, { portal: 'waiting' }).verdict.state).toBe('cause')
  })

  it('asks for what a change of its company did only where there was one', () => {
    const asked = (history: KnownChange[]) =>
      look({ ...gone, ...environment, history }, { panelCompany: 'unanswered' }).verdict.failed.length
    expect([asked([saved('subnets')]), asked([]), asked([{ ...saved(''), kind: 'environment' }])]).toEqual([
      1, 0, 0,
    ])
  })

  it('asks for nothing of a switched VPN account, which no change here explains', () => {
    const { verdict } = look({ ...gone, ...environment, history: [saved('subnets')] }, { vpn: 'unanswered' })
    expect(verdict.failed).toEqual([])
  })

  it('names a source twice that is still asked one thing, and did not answer another', () => {
    const { verdict } = look(gone, { panelCompany: 'waiting', vpn: 'unanswered' })
    const namesOf = (sources: typeof verdict.failed) => sources.map(({ source }) => source)
    expect([namesOf(verdict.waitingFor), namesOf(verdict.failed)]).toEqual([['Inventory'], ['Inventory']])
  })

  it('is no more than likely where others answer in the place of the carrier', () => {
    const failed = look({ ...gone, ...all }, { carrier: 'unanswered' }).verdict
    expect([failed.state, failed.failed.map(({ source }) => source)]).toEqual(['likely', ['AT&T']])
    expect(look({ ...gone, ...all }, { carrier: 'waiting' }).verdict.state).toBe('so-far')
  })

  it('is unexplained where all answered, and not known where a source is missing', () => {
    const left = { connection: { ...gone.connection, since: ago(60) } }
    expect(look(left).verdict).toMatchObject({
      state: 'unexplained',
      sentence: 'No cause found. All checks answered.',
      next: { go: null, text: expect.stringMatching(/^Ask the installer/) },
    })
    expect(look(gone, { environment: 'unanswered' }).verdict).toMatchObject({
      state: 'not-known',
      sentence: 'Nothing that is known explains it. Pathfinder did not answer.',
    })
  })

  it('K8 who left just now may be restarting: the step is to wait, and says until when', () => {
    const { verdict } = look(gone)
    expect(verdict.state).toBe('unexplained')
    const until = new Date(Math.ceil((Date.parse(seenAt) + 600_000) / 60_000) * 60_000).toISOString()
    expect(verdict.next?.text).toBe(`Wait: a restart takes some minutes. Look again at ${until}.`)
  })

  it('K2 D62 no record makes a cause of a panel that is heard with that SIM', () => {
    for (const word of ['Deactivated', 'Suspended', 'Inventory'] as const) {
      const record = { deviceStatus: word, rawStatus: word.toUpperCase() }
      const { verdict } = look({ carrier: record, connection: { iccid: `${sim}F` } })
      expect(verdict.state).toBe('to-mend')
      expect(verdict.causes[0]?.sentence).toMatch(
        /^AT&T says that the SIM is .*, yet the panel reports with it\.$/,
      )
      expect(verdict.next?.text).toBe('Ask AT&T what state the SIM is in.')
    }
  })

  it('K2 what a source saw before a newer witness saw a session contradicts nothing', () => {
    const days = { onlineStatus: 'Offline', onlineSince: ago(3 * 24 * 60) }
    expect(look({ connector: days }).verdict.state).toBe('fine')
    // What it saw of late does.
    expect(look({ connector: { ...days, onlineSince: now } }).verdict).toMatchObject({
      state: 'to-mend',
      causes: [{ code: 'sim-offline' }],
    })
  })

  it('K3 another SIM is asked for only where every source says that this one is deactivated', () => {
    const deactivated = {
      deviceStatus: 'Deactivated',
      rawStatus: 'X',
      onlineStatus: 'Offline',
      changedAt: ago(30),
    }
    const step = (some: Changes) => look({ ...gone, ...some }).verdict.next?.text
    expect(step({ carrier: deactivated, mobileBroker: deactivated, connector: deactivated })).toMatch(
      /no way back/,
    )
    expect(step({ carrier: deactivated })).toBe(
      'Ask AT&T whether the SIM is deactivated for good: MobileBroker and Connector say otherwise.',
    )
    expect(step({ carrier: deactivated, mobileBroker: deactivated })).not.toMatch(/no way back/)
  })

  it('K5 that a SIM has no session is likely at most; others are looked at first', () => {
    const offline = { onlineStatus: 'Offline', onlineSince: ago(31) }
    const left = { connection: { ...gone.connection, since: ago(30) } }
    const { verdict } = look({ ...left, carrier: offline, mobileBroker: offline, connector: offline })
    expect(verdict).toMatchObject({ state: 'likely', causes: [{ code: 'sim-offline' }] })
    expect(verdict.next?.go?.path).toBe('/fleet?finding=silent&carrier=ATT')
  })

  it('K8 a time that a source has ahead of now dates nothing', () => {
    const later = new Date(Date.parse(now) + 3_600_000).toISOString()
    const { causes } = look({ ...gone, ...all, carrier: { ...suspended, changedAt: later } }).verdict
    expect(causes[0]?.code).toBe('sim-not-active')
    expect(JSON.stringify(causes)).not.toContain(later)
  })

  it('K6 what began in the day before stays beside what certainly stops it, each with its step', () => {
    const suspendedBefore = { ...suspended, changedAt: ago(30) }
    const both = {
      ...gone,
      ...all,
      carrier: suspendedBefore,
      panelCompany: { useConnectorService: false },
      history: [saved('use connector service (no)')],
    }
    expect(codes(both)).toEqual(['sim-not-active', 'company-switches'])
    expect(look(both).verdict.causes.every(({ next }) => next !== null)).toBe(true)
    expect(codes({ ...gone, ...all, carrier: suspendedBefore, panel: null })).toEqual([
      'sim-not-active',
      'panel-unknown',
    ])
  })

  it('K7 what may have lasted while the panel reported is likely at most', () => {
    const services = { panel: { services: [{ serviceName: 'REMOTE_CONNECT', activated: false }] } }
    expect(look({ ...gone, ...services }).verdict).toMatchObject({
      state: 'likely',
      sentence: 'None of the services of the panel is on. Since when is not known.',
    })
    const pointed = (changedAt: string | null) => ({ environment: { pointsTo: 'prod', changedAt } }) as const
    const left = { connection: { ...gone.connection, since: ago(240), connectedAt: null } }
    expect(look({ ...left, ...pointed(ago(60)) }).verdict.causes).toEqual([])
    expect(look({ ...left, ...pointed(ago(241)) }).verdict.state).toBe('cause')
    expect(look({ ...left, ...pointed(null) }).verdict.state).toBe('likely')
  })

  it('of a SIM alone, tells what is wrong with it, and nothing of a panel', () => {
    const alone = (changes: Changes, states = {}) =>
      diagnosisOf({ ...factsWith(changes, states), cloudId: null }, now)
    const { findings, verdict } = alone(all)
    expect(findings.filter(({ code }) => !/^sim-|^carrier-trouble$/.test(code))).toEqual([])
    expect(verdict).toMatchObject({ state: 'cause', symptom: null, since: null, evidence: [] })
    expect(alone({}).verdict.state).toBe('fine')
    expect(alone({}, { connection: 'unanswered' }).verdict).toMatchObject({ state: 'fine', failed: [] })
    expect(alone({}, { usability: 'unanswered' }).verdict.state).toBe('not-known')
    // What is only beside a silence counts where nothing is silent.
    expect(alone(gone, { billing: 'unanswered' }).verdict.state).toBe('not-known')
  })

  it('waits for WebConnect, or names it, where what the panel does is not known', () => {
    const failed = (changes: Changes, states = {}) =>
      look(changes, states).verdict.failed.filter(({ source }) => source === 'WebConnect')
    expect(look({}, { connection: 'waiting' }).verdict.waitingFor.map(({ source }) => source)).toContain(
      'WebConnect',
    )
    expect(failed({}, { connection: 'unanswered' })).toMatchObject([{ state: 'no-answer' }])
    expect(failed({ container: { checkedAt: ago(60) } })).toMatchObject([
      { at: ago(60), why: 'The console has not reached WebConnect for a while.' },
    ])
    expect(failed({ container: { problem: 'HTTP 500' } })).toEqual([])
  })

  it.each([
    ['Management of the panel is disabled.', 'management of the panel is disabled'],
    ['According to the inventory, it was deactivated.', 'according to the inventory, it was deactivated'],
    ['12 of the 40 panels stopped.', '12 of the 40 panels stopped'],
    ['AT&T suspended the SIM.', 'AT&T suspended the SIM'],
    ['Pathfinder does not know the panel.', 'Pathfinder does not know the panel'],
    ['SIM …000013 is in it.', 'SIM …000013 is in it'],
    ['Release 5.0.0 failed on csr-04 at 09:20.', 'release 5.0.0 failed on csr-04 at 09:20'],
  ])('52.12 after a colon a sentence begins small, but for a name: %s', (sentence, inside) => {
    expect(within(sentence)).toBe(inside)
  })

  const symptoms: [string, Changes][] = [
    ['not-connected', gone],
    ['not-connected', { connection: null }],
    ['silent', { connection: { state: 'silent', receivedAt: ago(120) } }],
    ['one-way', { connection: { state: 'silent', receivedAt: null } }],
    ['one-way', { connection: { status: 'TIMEOUT' } }],
    ['refused', { connection: { refusedSince: ago(30) } }],
    ['flapping', { reconnects: [{ hour: seenAt, count: 12 }] }],
    ['not-known', { container: { problem: 'HTTP 500' } }],
    ['not-known', { container: { checkedAt: ago(60) }, connection: { state: 'gone' } }],
    ['reporting', {}],
  ]
  it.each(symptoms)('tells what the panel does: %s', (symptom, changes) => {
    const { verdict } = look(changes)
    expect(verdict.symptom).toBe(symptom)
    if (symptom !== 'reporting') expect(verdict.state).not.toBe('fine')
  })

  it.each(factNames)('%s without an answer is never fine, and is waited for by name', (name) => {
    // What no one needs of a panel that is heard is not asked for.
    const ofSilent = [
      'deployments',
      'receiversInError',
      'commonCauses',
      'others',
      'history',
      'reconnects',
      'containers',
      'ownSimIn',
      'portal',
    ]
    if (ofSilent.includes(name)) return
    expect(look({}, { [name]: 'unanswered' }).verdict.state).not.toBe('fine')
    expect(look({}, { [name]: 'waiting' }).verdict.state).toBe('so-far')
  })

  it('a change seen between two looks may have begun before the later one', () => {
    const seenLater = { id: '1', source: 'AT&T', field: 'deviceStatus', before: 'Active', after: 'Suspended' }
    const at = (minutes: number) => new Date(ago(minutes))
    const of = (after: Date) => ({
      ...gone,
      connection: { ...gone.connection, since: ago(60) },
      ...all,
      changes: [{ ...seenLater, at: at(5), notAt: after }],
    })
    expect(codes(of(at(600)))).toEqual(['sim-not-active'])
    expect(codes(of(at(30)))).not.toContain('sim-not-active')
  })
})
