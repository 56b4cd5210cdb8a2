import { type FindingCode, type Permission, panelFindingCodes } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import type { Fact, FactName, Facts, FactValues } from './facts.ts'
import { factNames, rightOf, sourceOf } from './facts.ts'
import { diagnosisOf, notJudged } from './judge.ts'
import { withheld } from './run.ts'

const now = '2026-11-22T09:55:00.000Z'
const before = '2026-11-22T06:41:00.000Z'
const seenAt = '2026-11-22T09:54:31.000Z'
const panel = 'CBS0000017'
const sim = '8901170000000000017'

/** A panel and its SIM without fault, as all sources tell of them. */
const good: FactValues = {
  panel: {
    companyName: 'Wexmoor Security',
    companySapNumber: '1000009',
    remoteId: 'RP-000017',
    services: [{ serviceName: 'REMOTE_CONNECT', activated: true }],
    physicalId: '6f9619ff-8b86-d011-b42d-00c04fc96417',
    sims: [sim],
  },
  connection: {
    state: 'connected',
    container: 'webconnect-2',
    iccid: sim,
    host: '10.80.0.17',
    since: before,
    saidAt: seenAt,
    receivedAt: seenAt,
  },
  container: {
    containerName: 'webconnect-2',
    connectionCount: 398,
    cpuUsage: 12,
    memoryUsage: 600,
    updateDate: seenAt,
    clockOffsetSeconds: 0,
    silentCount: 2,
    problem: '',
    checkedAt: seenAt,
  },
  portal: false,
  environment: 'test',
  deployments: [],
  sim: {
    vendorCode: 'ATT',
    deactivatedAt: null,
    companyName: 'Wexmoor Security',
    sapCompanyId: '1000009',
  },
  usability: true,
  vpn: {
    own: 'TIER3_STANDARD',
    company: 'TIER3_STANDARD',
    has: { gateway: true, 'user name': true, password: true },
  },
  company: {
    usage_monitoring_enabled: true,
    alert_threshold_percent: 100,
    warning_threshold_percent: 75,
    subnets: ['10.64.0.0/16'],
  },
  deactivation: null,
  billing: { year: 2026, month: 11, lines: [{ plan: 'Alarm 5MB', bytes: 2_000_000 }] },
  pulse: { answered: 5, failed: 0, failedSince: null },
  changes: [],
  seenIn: [],
  carrier: said('10.64.18.17'),
  mobileBroker: { ...said('10.64.18.17'), natIp: '10.64.18.17', realIp: '172.20.4.17' },
  connector: { ...said('10.64.18.17'), sapCompanyId: '1000009', companyName: 'Wexmoor Security' },
}
function said(ipAddress: string) {
  return {
    deviceStatus: 'Active',
    rawStatus: 'ACTIVATED',
    imei: '352099001761481',
    ipAddress,
    onlineStatus: 'Online',
  }
}
const carrierName = 'AT&T'

type Changes = { [Name in FactName]?: Partial<NonNullable<FactValues[Name]>> | FactValues[Name] }
type State = 'waiting' | 'unanswered'

/** The good facts with these changed; `states`: those that are not known. */
function factsWith(changes: Changes, states: { [Name in FactName]?: State } = {}): Facts {
  const facts = Object.fromEntries(
    factNames.map((name) => {
      const source = name === 'carrier' ? carrierName : sourceOf(name)
      const state = states[name]
      if (state) return [name, { is: state, source, at: now, why: `${source} did not answer within 20 s.` }]
      const change = changes[name]
      const value =
        name in changes
          ? typeof change === 'object' && change !== null && !Array.isArray(change)
            ? { ...(good[name] as object), ...change }
            : change
          : good[name]
      return [name, { is: 'known', value, source, at: now } as Fact<unknown>]
    }),
  )
  return {
    ...(facts as unknown as Facts),
    cloudId: panel,
    iccid: sim,
    now,
    host: 'test',
    silentMinutes: 15,
    staleAfterMs: 300_000,
  }
}
const look = (changes: Changes, states: { [Name in FactName]?: State } = {}) =>
  diagnosisOf(factsWith(changes, states), now)
const gone = { connection: { state: 'gone', since: seenAt, receivedAt: null } } as const
const suspended = { deviceStatus: 'Suspended', rawStatus: 'SUSPENDED', onlineStatus: 'Offline' }
const all = { carrier: suspended, mobileBroker: suspended, connector: suspended }
const change = (field: string, from: string, to: string) => ({
  changes: [{ id: sim, source: carrierName, field, before: from, after: to, at: new Date(before) }],
})

describe('connected console 5 the checks', () => {
  it('nothing is wrong: all are fine, and the verdict says how many answered', () => {
    const { findings, verdict } = look({})
    // Only a silent panel is asked what was deployed before.
    expect(findings.map(({ code }) => code)).toEqual(
      panelFindingCodes.filter((code) => code !== 'receiver-deployed'),
    )
    expect(findings.filter(({ state }) => state !== 'fine')).toEqual([])
    expect(verdict).toEqual({
      state: 'fine',
      code: null,
      sentence: `No fault found. All ${findings.length} checks answered.`,
    })
  })

  const wrong: [FindingCode, 'fault' | 'warning', Changes, string][] = [
    [
      'panel-unknown',
      'fault',
      { panel: null, connection: null },
      'No source knows panel CBS0000017: neither the inventory nor WebConnect has it.',
    ],
    [
      'panel-unknown',
      'fault',
      { panel: null },
      'The inventory has no panel CBS0000017, though WebConnect saw it on webconnect-2.',
    ],
    [
      'panel-company',
      'warning',
      { panel: { companyName: '', companySapNumber: '' } },
      'The inventory names no company for the panel.',
    ],
    [
      'panel-services',
      'warning',
      { panel: { services: [{ serviceName: 'REMOTE_CONNECT', activated: false }] } },
      'None of the services of the panel is on.',
    ],
    [
      'panel-environment',
      'warning',
      { environment: 'prod' },
      'Pathfinder sends the panel to PROD, and this is the console of TEST.',
    ],
    [
      'panel-environment',
      'warning',
      { environment: null },
      'Pathfinder does not know the panel, as if it had never called.',
    ],
    [
      'panel-management',
      'warning',
      { portal: true },
      'Management of the panel is disabled in the Remote Portal.',
    ],
    [
      'panel-management',
      'warning',
      { portal: null },
      'The Remote Portal does not know RP-000017, the ID that the inventory has for the panel.',
    ],
    [
      'container-down',
      'fault',
      { container: { problem: 'webconnect-2 did not answer within 5 s.' } },
      `webconnect-2, which the panel was connected to, has not answered since ${seenAt}.`,
    ],
    [
      'container-down',
      'fault',
      { container: null },
      'webconnect-2, which the panel was connected to, does not answer',
    ],
    [
      'container-clock',
      'warning',
      { container: { clockOffsetSeconds: 90 } },
      'The clock of webconnect-2 is 90 s ahead; the times here are moved by as much.',
    ],
    [
      'container-silent',
      'fault',
      { connection: { state: 'silent' }, container: { silentCount: 398 } },
      '397 of the 397 others on webconnect-2 are silent, too, so it is not this panel',
    ],
    ['receiver-deployed', 'warning', { ...gone, ...deployed('2026-11-22T09:20:00.000Z') }, ''],
    [
      'panel-other-sim',
      'warning',
      { panel: { sims: ['8901170000000000099'] } },
      `WebConnect saw SIM ${sim} in the panel, and the inventory has 8901170000000000099.`,
    ],
    [
      'sim-unknown',
      'fault',
      { sim: null, carrier: null, mobileBroker: null, connector: null },
      'No source knows this SIM.',
    ],
    [
      'sim-unknown',
      'warning',
      { sim: null },
      `The inventory does not have SIM ${sim}, though AT&T, MobileBroker and Connector know it.`,
    ],
    [
      'sim-company',
      'warning',
      { connector: { sapCompanyId: '1000001', companyName: 'Harbor Security' } },
      'The inventory says that the SIM belongs to Wexmoor Security, and Connector says Harbor Security.',
    ],
    [
      'sim-company',
      'warning',
      { panel: { companyName: 'Harbor Security', companySapNumber: '1000001' } },
      'The SIM belongs to Wexmoor Security, and its panel to Harbor Security.',
    ],
    [
      'sim-company',
      'warning',
      { sim: { companyName: '', sapCompanyId: '' } },
      'The inventory names no company for the SIM.',
    ],
    [
      'sim-unusable',
      'warning',
      { usability: false },
      'The SIM is marked unusable in the inventory: it must not be given to a panel.',
    ],
    [
      'sim-deactivation',
      'fault',
      { deactivation: { state: 'waiting', note: '', at: before } },
      `A deactivation of the SIM is under way since ${before}.`,
    ],
    [
      'sim-deactivation',
      'warning',
      { deactivation: { state: 'unknown', note: '', at: before } },
      `Whether the deactivation of ${before} took effect is not known.`,
    ],
    [
      'sim-deactivation',
      'warning',
      { sim: { deactivatedAt: before } },
      `The inventory says that the SIM was deactivated at ${before}, and AT&T says that it is active.`,
    ],
    [
      'sim-deactivation',
      'fault',
      { sim: { deactivatedAt: before }, carrier: { deviceStatus: 'Deactivated', onlineStatus: 'Offline' } },
      `The SIM was deactivated at ${before}, as the inventory says.`,
    ],
    [
      'carrier-trouble',
      'warning',
      { pulse: { failed: 9, answered: 1, failedSince: before } },
      `AT&T gave no answer for 9 of 10 other SIMs in the last 10 minutes, since ${before}.`,
    ],
    [
      'sim-state-differs',
      'fault',
      { carrier: suspended },
      'MobileBroker and Connector disagree with AT&T: they say Active, AT&T says Suspended.',
    ],
    [
      'sim-state-differs',
      'warning',
      { mobileBroker: suspended },
      'MobileBroker disagrees with AT&T: it says Suspended, AT&T says Active.',
    ],
    [
      'sim-state-differs',
      'warning',
      { connector: null },
      'Connector disagrees with AT&T: it says that it has no such SIM, AT&T says Active.',
    ],
    ['sim-not-active', 'fault', all, 'The SIM was suspended at AT&T.'],
    [
      'sim-not-active',
      'fault',
      { ...all, ...change('deviceStatus', 'Active', 'Suspended') },
      `The SIM was suspended at AT&T, first seen at ${before}.`,
    ],
    ['sim-not-active', 'fault', { carrier: null }, 'AT&T does not know the SIM.'],
    [
      'sim-imei',
      'warning',
      { connector: { imei: '352099004761487' } },
      'The sources name different IMEIs: AT&T 352099001761481, MobileBroker 352099001761481 and Connector 352099004761487.',
    ],
    [
      'sim-imei',
      'warning',
      change('imei', '352099009999999', '352099001761481'),
      `AT&T saw the IMEI change from 352099009999999 to 352099001761481, first seen at ${before}: the SIM may sit in another device.`,
    ],
    [
      'sim-network-model',
      'warning',
      { vpn: { own: null, company: null } },
      'Neither the SIM nor its company has a network model.',
    ],
    [
      'sim-network-model',
      'warning',
      { vpn: { own: 'TIER3_STANDARD', company: 'TIER2_STANDARD' } },
      'The SIM has the network model Tier3 Standard, and its company Tier2 Standard.',
    ],
    [
      'sim-vpn-account',
      'warning',
      { vpn: { has: { gateway: true, 'user name': true, password: false } } },
      "The SIM's VPN account lacks its password.",
    ],
    [
      'sim-address',
      'warning',
      { connector: { ipAddress: '10.64.22.55' } },
      'AT&T says 10.64.18.17, Connector 10.64.22.55.',
    ],
    [
      'sim-address',
      'warning',
      { company: { subnets: ['10.20.0.0/16'] } },
      "None of the SIM's addresses is inside its company's subnets, 10.20.0.0/16.",
    ],
    [
      'sim-usage',
      'warning',
      { billing: { lines: [{ plan: 'Alarm 5MB', bytes: 4_000_000 }] } },
      "The SIM used 80 % of what its plan includes in 2026-11, and its company's warning threshold is 75 %.",
    ],
    [
      'sim-usage',
      'warning',
      { billing: { lines: [{ plan: 'Alarm 5MB', bytes: 6_000_000 }] } },
      "The SIM used 120 % of what its plan includes in 2026-11, and its company's alert threshold is 100 %.",
    ],
    [
      'sim-offline',
      'warning',
      { carrier: { onlineStatus: 'Offline' } },
      'The SIM has no session at AT&T, though its panel is connected.',
    ],
    [
      'sim-offline',
      'fault',
      { ...gone, carrier: { onlineStatus: 'Offline' } },
      `The SIM has no session at AT&T; the panel fell silent ${seenAt}.`,
    ],
    [
      'panel-not-connected',
      'fault',
      gone,
      `The panel left webconnect-2 and has had no session since ${seenAt}.`,
    ],
    ['panel-not-connected', 'fault', { connection: null }, 'WebConnect has never seen the panel.'],
    [
      'panel-silent',
      'fault',
      { connection: { state: 'silent', receivedAt: before } },
      `Nothing was received from the panel since ${before}, longer than the 15 minutes that count as silent.`,
    ],
  ]
  it.each(wrong)('%s is a %s, in one sentence, with evidence', (code, state, changes, sentence) => {
    const { verdict, findings } = look(changes)
    const finding = findings.find((each) => each.code === code)
    expect(finding?.state, finding?.sentence).toBe(state)
    expect(finding?.evidence.length).toBeGreaterThan(0)
    expect(finding?.sentence).toMatch(/^[^.]+(?:\.[^ ][^.]*)*\.$/)
    if (sentence !== '') {
      expect(verdict.code).toBe(code)
      expect(
        verdict.sentence.startsWith(sentence) || verdict.sentence.startsWith(sentence.slice(0, -1)),
      ).toBe(true)
    }
  })

  it('a carrier that fails for many and for this SIM is a fault; so is one that rests; one that others reach is unknown', () => {
    const states = { carrier: 'unanswered' } as const
    const trouble = look({ pulse: { failed: 3, answered: 1, failedSince: before } }, states)
    expect(trouble.verdict).toMatchObject({ state: 'fault', code: 'carrier-trouble' })
    const alone = look({}, states)
    expect(alone.verdict).toMatchObject({
      state: 'unknown',
      sentence: 'No fault found, but AT&T did not answer.',
    })
    const facts = factsWith({}, states)
    if (facts.carrier.is === 'unanswered')
      facts.carrier.why = 'AT&T failed to answer several times in a row, so the console waits a moment.'
    expect(diagnosisOf(facts, now).verdict).toMatchObject({ state: 'fault', code: 'carrier-trouble' })
  })

  it('a container that the panel had left is no cause of its silence', () => {
    const { verdict, findings } = look({ ...gone, container: { problem: 'It did not answer within 5 s.' } })
    expect(findings.find(({ code }) => code === 'container-down')?.state).toBe('warning')
    expect(verdict.code).toBe('panel-not-connected')
  })

  it('the others on its container do not count the panel itself', () => {
    const numbers = (changes: Changes) =>
      look(changes).findings.find(({ code }) => code === 'container-silent')?.evidence[0]?.value
    const container = { connectionCount: 5, silentCount: 2 }
    expect(numbers({ container })).toBe('2 of 4 others')
    expect(numbers({ container, connection: { state: 'silent' } })).toBe('1 of 4 others')
    expect(numbers({ container, connection: gone.connection })).toBe('2 of 5 others')
  })

  it('since when the carrier says so is what the carrier said, not another source', () => {
    const at = new Date(seenAt)
    const of = (source: string, field: string, after: string) => ({
      id: sim,
      source,
      field,
      before: 'Active',
      after,
      at,
    })
    const own = change('deviceStatus', 'Active', 'Suspended').changes
    const others = [
      of('MobileBroker', 'deviceStatus', 'Suspended'),
      of(carrierName, 'onlineStatus', 'Offline'),
    ]
    expect(look({ ...all, changes: [...others, ...own] }).verdict.sentence).toBe(
      `The SIM was suspended at AT&T, first seen at ${before}.`,
    )
    const sinceAgain = look({ ...all, changes: [of(carrierName, 'deviceStatus', 'Inventory'), ...own] })
    expect(sinceAgain.verdict.sentence).toBe('The SIM was suspended at AT&T.')
  })

  it('where the inventory has no SIM in the panel there is nothing to compare with what WebConnect saw', () => {
    const { verdict, findings } = look({ panel: { sims: [] } })
    expect(findings.map(({ code }) => code)).not.toContain('panel-other-sim')
    expect(verdict.state).toBe('fine')
  })

  it('a panel without a SIM has no checks of a SIM; it is a fault where it has no session', () => {
    const noSim = { panel: { sims: [] }, connection: { ...gone.connection, iccid: '' } }
    const { findings, verdict } = diagnosisOf({ ...factsWith(noSim), iccid: null }, now)
    expect(verdict).toMatchObject({ state: 'fault', code: 'panel-without-sim' })
    expect(findings.filter(({ code }) => code.startsWith('sim-'))).toEqual([])
    const connected = { panel: { sims: [] }, connection: { iccid: '' } }
    expect(diagnosisOf({ ...factsWith(connected), iccid: null }, now).verdict).toMatchObject({
      state: 'warning',
      code: 'panel-without-sim',
    })
  })

  it('a container that nobody has looked at for long says nothing of now', () => {
    const { findings, verdict } = look({ container: { checkedAt: before }, connection: { saidAt: before } })
    const unknown = findings.filter(({ state }) => state === 'unknown').map(({ code }) => code)
    expect(unknown).toEqual(['container-down', 'container-silent', 'panel-not-connected', 'panel-silent'])
    expect(verdict.state).toBe('unknown')
  })
})

describe('connected console 5 the verdict', () => {
  it('is the first fault in the order of dependence; what follows from it is explained, what does not stands', () => {
    const { findings, verdict } = look({ ...all, ...gone, connector: { ...suspended, sapCompanyId: '1' } })
    expect(verdict).toMatchObject({
      state: 'fault',
      code: 'sim-not-active',
      sentence: `The SIM was suspended at AT&T; the panel fell silent ${seenAt}.`,
    })
    const of = (state: string) => findings.filter((each) => each.state === state).map(({ code }) => code)
    expect(of('explained')).toEqual(['sim-offline', 'panel-not-connected', 'panel-silent'])
    expect(of('fault')).toEqual(['sim-not-active'])
    expect(of('warning')).toEqual(['sim-company'])
  })

  it('a warning, too, is explained by the fault that it follows from', () => {
    const { findings } = look({ ...all, connection: { state: 'connected' } })
    const offline = findings.find(({ code }) => code === 'sim-offline')
    expect([offline?.state, offline?.title]).toEqual(['explained', 'SIM offline at the carrier'])
    expect(look({ carrier: { onlineStatus: 'Offline' } }).findings.map(({ state }) => state)).toContain(
      'warning',
    )
  })

  it('a fault is said while others wait, an earlier one takes its place, and no milder word does', () => {
    const early = look({ ...gone }, { carrier: 'waiting', portal: 'waiting' })
    expect(early.verdict).toMatchObject({ state: 'fault', code: 'panel-not-connected' })
    const later = look({ ...gone, ...all }, { portal: 'waiting' })
    expect(later.verdict).toMatchObject({ state: 'fault', code: 'sim-not-active' })
  })

  it.each(factNames)(
    '%s that waits is waiting, and without an answer unknown: neither is ever fine',
    (name) => {
      const waiting = look({}, { [name]: 'waiting' })
      const unanswered = look({}, { [name]: 'unanswered' })
      // What nobody needs of a panel that is heard is not asked for.
      if (name === 'deployments') return
      expect(waiting.verdict).toMatchObject({
        state: 'waiting',
        sentence: expect.stringMatching(/^No fault so far\. Asking /),
      })
      expect(['unknown', 'fault']).toContain(unanswered.verdict.state)
      const { verdict } = look({}, { carrier: 'unanswered', connector: 'unanswered' })
      expect(verdict.sentence).toBe('No fault found, but Connector and AT&T did not answer.')
    },
  )

  it('whatever is there or not, every check that is made has something to say', () => {
    const nullable = factNames.filter((name) => !['pulse', 'changes', 'deployments', 'seenIn'].includes(name))
    for (const one of nullable)
      for (const other of nullable)
        for (const state of [undefined, 'waiting', 'unanswered'] as const) {
          const { findings } = look(
            { [one]: null, ...(state ? {} : { [other]: null }) },
            state ? { [other]: state } : {},
          )
          expect(findings.filter(({ sentence }) => sentence === notJudged)).toEqual([])
        }
  })

  it.each(factNames)('D16 %s that the reader may not read is unknown, and names the role', (name) => {
    const may = (right: Permission) => right !== rightOf(name)
    const facts = factsWith(gone)
    const { findings } = diagnosisOf({ ...facts, ...withheld(facts, may, 'test') } as Facts, now)
    const unknown = findings.filter(({ state }) => state === 'unknown')
    expect(unknown.length).toBeGreaterThan(0)
    for (const { sentence } of unknown)
      expect(sentence).toMatch(/^Not shown to you: reading it needs role support/)
    expect(findings.filter(({ evidence }) => evidence.some(({ value }) => value === 'SUSPENDED'))).toEqual([])
  })
})

function deployed(endedAt: string): Pick<Changes, 'deployments'> {
  return {
    deployments: [{ server: 'csr-04', toRelease: '5.0.0', state: 'succeeded', begunAt: endedAt, endedAt }],
  }
}
