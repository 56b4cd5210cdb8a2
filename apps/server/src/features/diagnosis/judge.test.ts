import { type Effect, type FindingCode, type Permission, panelFindingCodes } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { type Facts, factNames, rightOf } from './facts.ts'
import {
  all,
  before,
  type Changes,
  carrierName,
  change,
  deployed,
  factsWith,
  gone,
  look,
  now,
  seenAt,
  sim,
  suspended,
} from './good-facts.ts'
import { diagnosisOf, notJudged } from './judge.ts'
import { withheld } from './run.ts'
import { symptomOf } from './symptom.ts'

const silentOnly = ['common-cause', 'receiver-down', 'receiver-deployed', 'recent-change']
const found = (changes: Changes, code: FindingCode) =>
  look(changes).findings.find((each) => each.code === code)

describe('true cause the checks', () => {
  it('finds nothing wrong where nothing is, and says how many checks answered', () => {
    const { findings, verdict } = look({})
    // Only a silent panel is asked what happened before.
    expect(findings.map(({ code }) => code)).toEqual(
      panelFindingCodes.filter((code) => !silentOnly.includes(code)),
    )
    expect(findings.filter(({ state }) => state !== 'fine')).toEqual([])
    expect(verdict).toMatchObject({
      state: 'fine',
      symptom: 'reporting',
      causes: [],
      sentence: `The panel reports. It was last heard at ${seenAt}. All ${findings.length} checks answered.`,
    })
  })

  const wrong: [FindingCode, Effect, Changes, string][] = [
    ['panel-unknown', 'stops', { panel: null, connection: null }, 'No source knows panel CBS0000017.'],
    [
      'panel-unknown',
      'may-stop',
      { panel: null },
      'The inventory has no panel CBS0000017, though WebConnect saw it on webconnect-2.',
    ],
    [
      'panel-company',
      'beside',
      { panel: { companyName: '', companySapNumber: '' } },
      'The inventory names no company for the panel.',
    ],
    [
      'company-switches',
      'may-stop',
      { connection: null, panelCompany: { useConnectorService: false } },
      'The Connector service is off for Wexmoor Security.',
    ],
    [
      'panel-services',
      'stops',
      { panel: { services: [{ serviceName: 'REMOTE_CONNECT', activated: false }] } },
      'None of the services of the panel is on.',
    ],
    [
      'panel-environment',
      'stops',
      { environment: { pointsTo: 'prod' } },
      'Pathfinder sends the panel to PROD, but this is the TEST console.',
    ],
    ['panel-environment', 'beside', { environment: null }, 'Pathfinder does not know the panel.'],
    [
      'panel-management',
      'beside',
      { portal: true },
      'Management of the panel is disabled in the Remote Portal.',
    ],
    [
      'panel-management',
      'beside',
      { portal: null },
      'The Remote Portal does not know RP-000017, the ID that the inventory has for the panel.',
    ],
    [
      'container-down',
      'stops',
      { container: { problem: 'webconnect-2 did not answer within 5 s.' } },
      `webconnect-2, which the panel was connected to, has not reported its connections since ${seenAt}.`,
    ],
    ['container-down', 'stops', { container: null }, 'webconnect-2 is no longer a container of WebConnect.'],
    [
      'container-down',
      'stops',
      { container: { problem: 'HTTP 503' }, containers: { all: 8, failing: 8 } },
      `None of the 8 containers of WebConnect answers since ${seenAt}, so it is not this panel.`,
    ],
    [
      'container-clock',
      'beside',
      { container: { clockOffsetSeconds: -18_000 } },
      'The clock of webconnect-2 is 5 hours behind. The times here are corrected for it.',
    ],
    [
      'container-silent',
      'stops',
      { connection: { state: 'silent' }, container: { silentCount: 398 } },
      '397 of the 397 other panels on webconnect-2 are silent too, so it is not this panel.',
    ],
    [
      'receiver-deployed',
      'may-stop',
      { ...gone, ...deployed('2026-11-22T09:20:00.000Z') },
      'csr-04 got release 5.0.0 at 2026-11-22T09:20:00.000Z.',
    ],
    [
      'panel-other-sim',
      'beside',
      { panel: { sims: ['8901170000000000099'] } },
      'WebConnect saw SIM …000017 in the panel, and the inventory has …000099.',
    ],
    [
      'panel-other-sim',
      'beside',
      {
        panel: { sims: ['8901170000000000099'] },
        ownSimIn: [{ cloudId: 'CBS0000022', container: 'webconnect-1', since: before }],
      },
      "SIM …000017 sits in the panel. The inventory's SIM …000099 sits in CBS0000022: they seem to be swapped.",
    ],
    [
      'panel-other-sim',
      'stops',
      { ...gone, seenIn: [{ cloudId: 'CBS0000036', container: 'webconnect-1', since: seenAt }] },
      'Its SIM …000017 sits in panel CBS0000036, which is connected on webconnect-1.',
    ],
    [
      'sim-unknown',
      'stops',
      { sim: null, carrier: null, mobileBroker: null, connector: null },
      'No source knows SIM …000017.',
    ],
    [
      'sim-unknown',
      'beside',
      { sim: null },
      'The inventory does not have SIM …000017, though AT&T, MobileBroker and Connector know it.',
    ],
    [
      'sim-listed-twice',
      'may-stop',
      { carrier: { alsoListed: ['Suspended'] } },
      'AT&T lists this SIM twice: active and suspended.',
    ],
    [
      'sim-listed-twice',
      'beside',
      { carrier: { alsoListed: ['Active', 'Active'] } },
      'AT&T lists this SIM 3 times: active, active and active.',
    ],
    [
      'sim-company',
      'beside',
      { connector: { sapCompanyId: '1000001', companyName: 'Harbor Security' } },
      'The inventory says that the SIM belongs to Wexmoor Security, and Connector says Harbor Security.',
    ],
    [
      'sim-company',
      'beside',
      { panel: { companyName: 'Harbor Security', companySapNumber: '1000001' } },
      'The SIM belongs to Wexmoor Security, and its panel to Harbor Security.',
    ],
    [
      'sim-company',
      'beside',
      { sim: { companyName: '', sapCompanyId: '' } },
      'The inventory names no company for the SIM.',
    ],
    ['sim-unusable', 'beside', { usability: false }, 'The SIM is marked unusable in the inventory.'],
    [
      'sim-deactivation',
      'stops',
      { deactivation: { state: 'waiting', note: '', at: before } },
      `The SIM is being deactivated; this began at ${before}.`,
    ],
    [
      'sim-deactivation',
      'may-stop',
      { deactivation: { state: 'unknown', note: '', at: before } },
      `It is not known whether the deactivation of ${before} took effect.`,
    ],
    [
      'sim-deactivation',
      'beside',
      { sim: { deactivatedAt: before } },
      `According to the inventory, the SIM was deactivated at ${before}, but AT&T says Active.`,
    ],
    [
      'sim-deactivation',
      'stops',
      { sim: { deactivatedAt: before }, carrier: { deviceStatus: 'Deactivated', onlineStatus: 'Offline' } },
      `The SIM was deactivated at ${before}.`,
    ],
    [
      'carrier-trouble',
      'beside',
      { pulse: { failed: 9, answered: 1, failedSince: before } },
      `AT&T gave no answer for 9 of 10 other SIMs since ${before}.`,
    ],
    [
      'sim-state-differs',
      'may-stop',
      { mobileBroker: suspended },
      'MobileBroker disagrees with AT&T: it says Suspended, AT&T says Active.',
    ],
    [
      'sim-state-differs',
      'beside',
      { connector: null },
      'Connector disagrees with AT&T: it says that it has no such SIM, AT&T says Active.',
    ],
    ['sim-not-active', 'stops', { ...gone, ...all }, 'AT&T suspended the SIM.'],
    [
      'sim-not-active',
      'stops',
      { ...gone, ...all, carrier: { ...suspended, changedAt: before } },
      `AT&T suspended the SIM at ${before} or earlier.`,
    ],
    [
      'sim-not-active',
      'stops',
      { ...gone, ...all, ...change('deviceStatus', 'Active', 'Suspended') },
      `AT&T suspended the SIM at ${before} or earlier.`,
    ],
    [
      'sim-not-active',
      'stops',
      { ...gone, carrier: null },
      'AT&T does not know SIM …000017: it is not in our account there.',
    ],
    [
      'sim-not-active',
      'stops',
      { ...gone, carrier: { deviceStatus: 'Inventory', rawStatus: 'TEST_READY' } },
      'The SIM is not activated at AT&T, which says TEST_READY.',
    ],
    [
      'sim-imei',
      'beside',
      { connector: { imei: '352099004761487' } },
      'Connector names another IMEI for the SIM than AT&T and MobileBroker.',
    ],
    [
      'sim-imei',
      'may-stop',
      change('imei', '352099009999999', '352099001761481'),
      `AT&T names another IMEI since ${before}: the SIM may sit in another device.`,
    ],
    [
      'sim-network-model',
      'may-stop',
      { vpn: { own: null, company: null } },
      'Neither the SIM nor its company has a network model.',
    ],
    [
      'sim-network-model',
      'beside',
      { vpn: { own: 'TIER3_STANDARD', company: 'TIER2_STANDARD' } },
      'The SIM has the network model Tier3 Standard, and its company Tier2 Standard.',
    ],
    [
      'sim-vpn-account',
      'may-stop',
      { vpn: { has: { gateway: true, 'user name': true, password: false } } },
      "The SIM's VPN account lacks its password.",
    ],
    [
      'sim-address',
      'beside',
      { connector: { ipAddress: '10.64.22.55' } },
      'Connector names another address for the SIM than AT&T and MobileBroker.',
    ],
    [
      'sim-address',
      'beside',
      { carrier: { ipAddress: '10.64.22.55' } },
      'AT&T names another address for the SIM than MobileBroker and Connector.',
    ],
    [
      'sim-address',
      'beside',
      { carrier: { ipAddress: '10.64.22.55' }, connector: { ipAddress: '10.64.22.56' } },
      'AT&T, MobileBroker and Connector name different addresses for the SIM.',
    ],
    [
      'sim-address',
      'may-stop',
      { company: { subnets: ['10.20.0.0/16'] } },
      "The SIM's address is outside its company's subnets.",
    ],
    [
      'sim-carrier-not-used',
      'may-stop',
      { sim: { vendorCode: 'WYLESS' } },
      'The SIM belongs to AT&T, which its company is not set to use.',
    ],
    [
      'sim-usage',
      'beside',
      { billing: { lines: [{ plan: 'Alarm 5MB', bytes: 4_000_000 }] } },
      "The SIM used 80 % of what its plan includes in 2026-11, and its company's warning threshold is 75 %.",
    ],
    [
      'sim-usage',
      'may-stop',
      { billing: { lines: [{ plan: 'Alarm 5MB', bytes: 6_000_000 }] } },
      "The SIM used 120 % of what its plan includes in 2026-11, and its company's alert threshold is 100 %.",
    ],
    [
      'sim-usage',
      'may-stop',
      {
        billing: {
          lines: [{ plan: 'Alarm 5MB', bytes: 5_000_000 }],
          days: { from: '2026-11-10', to: '2026-12-09' },
        },
      },
      "The SIM used 100 % of what its plan includes from 2026-11-10 to 2026-12-09, and its company's alert threshold is 100 %.",
    ],
    [
      'sim-offline',
      'stops',
      { ...gone, carrier: { onlineStatus: 'Offline' } },
      'The SIM has had no session at AT&T.',
    ],
    [
      'sim-offline',
      'stops',
      { ...gone, carrier: { onlineStatus: 'Offline', onlineSince: before } },
      `The SIM has had no session at AT&T since ${before}.`,
    ],
    [
      'sim-offline',
      'beside',
      { connector: { onlineStatus: 'Offline' } },
      'Connector says that the SIM is offline, AT&T and MobileBroker that it is online.',
    ],
  ]
  it.each(wrong)('%s: %s, in words to be read out, with evidence', (code, effect, changes, sentence) => {
    const finding = found(changes, code)
    expect(finding).toMatchObject({ state: 'wrong', effect })
    expect(finding?.evidence.length).toBeGreaterThan(0)
    if (sentence !== '') expect(finding?.sentence).toBe(sentence)
    // No identifier is longer than its last six digits, and a duration is in words.
    expect(finding?.sentence).not.toMatch(/\d{10,}|\b\d+ s\b/)
  })

  it('the others on its container do not count the panel itself', () => {
    const numbers = (changes: Changes) => found(changes, 'container-silent')?.evidence[0]?.value
    const container = { connectionCount: 5, silentCount: 2 }
    expect(numbers({ container })).toBe('2 of 4 others')
    expect(numbers({ container, connection: { state: 'silent' } })).toBe('1 of 4 others')
    expect(numbers({ container, connection: gone.connection })).toBe('2 of 5 others')
  })

  it('a container that the panel had left is beside its silence', () => {
    expect(
      found({ ...gone, container: { problem: 'It did not answer within 5 s.' } }, 'container-down')?.effect,
    ).toBe('beside')
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
      notAt: null,
    })
    const own = change('deviceStatus', 'Active', 'Suspended').changes
    const others = [
      of('MobileBroker', 'deviceStatus', 'Suspended'),
      of(carrierName, 'onlineStatus', 'Offline'),
    ]
    expect(found({ ...all, changes: [...others, ...own] }, 'sim-not-active')?.since?.at).toBe(before)
    const sinceAgain = { ...all, changes: [of(carrierName, 'deviceStatus', 'Inventory'), ...own] }
    expect(found(sinceAgain, 'sim-not-active')?.since).toBeNull()
  })

  it('a deployment that failed has given no release', () => {
    const at = '2026-11-22T09:20:00.000Z'
    const [deployment] = deployed(at).deployments as never[]
    const deployments = [Object.assign({}, deployment, { state: 'error' })]
    const panel = { receiver: 'csr-04' }
    expect(found({ ...gone, panel, deployments }, 'receiver-deployed')?.sentence).toMatch(
      /^Release 5\.0\.0 failed on csr-04 at /,
    )
  })

  describe('a panel that goes away at about the same time', () => {
    const at = (day: number, minute: number) =>
      new Date(Date.parse(now) - day * 86_400_000 - 600_000 + minute * 60_000).toISOString()
    const nights = (...days: readonly (readonly [day: number, minute: number])[]) =>
      days.map(([day, minute]) => ({
        how: 'left' as const,
        beganAt: at(day, minute),
        endedAt: day === 0 ? null : at(day, minute + 240),
      }))

    it('is said so, and is the cause while it is away at that hour', () => {
      const away = { connection: { ...gone.connection, since: at(0, 0) } }
      const absences = nights([0, 0], [1, 12], [2, -50], [4, 30], [6, 3])
      const { verdict, findings } = look({
        ...away,
        absences,
        carrier: { ...suspended, deviceStatus: 'Active' },
      })
      expect(verdict.causes.map(({ code }) => code)).toEqual(['panel-nightly'])
      expect(verdict.sentence).toContain('at about the same time on 5 of the last 7 days')
      expect(verdict.sentence).toContain('It usually comes back after 4 hours.')
      // Without power there is no session, either.
      expect(findings.find(({ code }) => code === 'sim-offline')?.follows).toBe('panel-nightly')
    })

    it('is told beside while it reports, and silences it at no other hour', () => {
      const absences = nights([1, 0], [2, 10], [3, -10])
      expect(found({ absences }, 'panel-nightly')).toMatchObject({ state: 'wrong', effect: 'beside' })
      const later = [...nights([0, 300]), ...absences]
      expect(found({ ...gone, absences: later }, 'panel-nightly')?.effect).toBe('beside')
    })

    it.each([
      ['only two days', nights([1, 0], [2, 10])],
      ['other hours', nights([1, 0], [2, 90], [3, 200], [4, -150])],
      ['all day long', nights(...[1, 2, 3].flatMap((day) => [0, 300, 600].map((m) => [day, m] as const)))],
    ])('is none with %s', (_, absences) => {
      expect(found({ ...gone, absences }, 'panel-nightly')?.state).toBe('fine')
    })
  })

  it('a step that the reader may not take names who can, and has no button', () => {
    const wrong = { ...gone, environment: { pointsTo: 'prod' as const } }
    const facts = factsWith(wrong)
    const stepOf = (lacks: typeof facts.lacks) => diagnosisOf({ ...facts, lacks }, now).verdict.next
    expect(stepOf({})).toMatchObject({ text: 'Point the panel to TEST.', go: { text: 'Point to TEST…' } })
    expect(stepOf({ 'panel-environment.change': ['support', 'eng-admin'] })).toEqual({
      text: 'A colleague with the role support or eng-admin can point the panel to TEST.',
      go: null,
      copy: null,
    })
    const { verdict, findings } = diagnosisOf(
      { ...factsWith({ container: { problem: 'HTTP 503' } }), lacks: { 'webconnect.read': ['eng-admin'] } },
      now,
    )
    expect(verdict.next).toMatchObject({
      text: 'Tell the operators of WebConnect.',
      go: null,
    })
    expect(findings.flatMap(({ next }) => next).filter(({ path }) => path.startsWith('/wc-metrics'))).toEqual(
      [],
    )
  })

  it('a release of another receiver, or where none is known, is no finding', () => {
    for (const receiver of ['csr-05', '']) {
      const { findings } = look({ ...gone, ...deployed('2026-11-22T09:20:00.000Z'), panel: { receiver } })
      expect(findings.filter(({ code, state }) => code === 'receiver-deployed' && state !== 'fine')).toEqual(
        [],
      )
    }
  })

  it('a release after which nearly all panels of its receiver reported is cleared by that', () => {
    const [deployment] = deployed('2026-11-22T09:20:00.000Z').deployments as never[]
    const after = (panelsAfter: number) =>
      found(
        {
          ...gone,
          panel: { receiver: 'csr-04' },
          deployments: [
            Object.assign({}, deployment, {
              panelsBefore: 104,
              panelsAfter,
              panelsAfterAt: '2026-11-22T09:35:00.000Z',
            }),
          ],
        },
        'receiver-deployed',
      )
    expect(after(102)).toMatchObject({
      sentence: expect.stringContaining('102 of its 104 panels reported 15 minutes after it, at'),
      refuted: '102 of its 104 panels reported 15 minutes after it, at 2026-11-22T09:35:00.000Z.',
    })
    expect(after(3)).toMatchObject({
      sentence: expect.stringContaining('3 of its 104 panels reported 15 minutes after it'),
      refuted: null,
    })
  })

  it('a receiver in error stops the panels known to be on it, and is beside for others that fell silent', () => {
    const receiversInError = [{ server: 'csr-07', since: seenAt, core: null }]
    const { verdict } = look({ ...gone, panel: { receiver: 'csr-07' }, receiversInError })
    expect(verdict).toMatchObject({ state: 'cause', causes: [{ code: 'receiver-down', effect: 'stops' }] })
    expect(verdict.sentence).toMatch(
      /^csr-07, which serves the panel, is in error since its deployment failed/,
    )
    expect(found({ ...gone, receiversInError }, 'receiver-down')).toMatchObject({
      effect: 'beside',
      sentence: expect.stringContaining('It is not known to serve this panel.'),
    })
    expect(found({ ...gone, panel: { receiver: 'csr-01' }, receiversInError }, 'receiver-down')?.state).toBe(
      'fine',
    )
    // Of a panel that is heard, only its own receiver is told.
    expect(found({ receiversInError }, 'receiver-down')).toBeUndefined()
    expect(found({ panel: { receiver: 'csr-07' }, receiversInError }, 'receiver-down')).toMatchObject({
      state: 'wrong',
      refuted: 'The panel reports anyway.',
    })
  })

  it('D54 a receiver whose agent says that its core is down is the cause', () => {
    const core = { is: 'down' as const, at: seenAt, notAt: null, reason: 'csr-core stopped', panels: 0 }
    const facts = (receiver: string, of: object) => ({
      ...gone,
      panel: { receiver },
      receiversInError: [{ server: 'csr-07', since: seenAt, core: { ...core, ...of } }],
    })
    const behind = (receiver: string, of: object) => look(facts(receiver, of)).verdict
    expect(behind('csr-07', {})).toMatchObject({
      state: 'cause',
      sentence: expect.stringMatching(
        /^The agent of csr-07, which serves the panel, says that its core is down/,
      ),
      causes: [{ code: 'receiver-down' }],
    })
    expect(found(facts('csr-07', {}), 'receiver-down')?.evidence).toMatchObject([
      { source: 'CSR agent', value: 'Core down: csr-core stopped', at: seenAt },
      { source: 'CSR agent', value: '0', at: seenAt },
    ])
    // It was not yet so when the panel was already silent.
    const later = { notAt: '2026-11-22T11:00:00.000Z' }
    expect(found(facts('csr-07', later), 'receiver-down')?.refuted).toMatch(/^This was not yet the case at/)
    // D55: of one that is not heard nothing is said.
    expect(found(facts('csr-07', { is: 'unheard' }), 'receiver-down')).toMatchObject({
      state: 'unknown',
      sentence: expect.stringContaining('has not answered since'),
    })
    const never = { is: 'unheard', at: null } as const
    expect(found(facts('csr-07', never), 'receiver-down')).toMatchObject({
      state: 'unknown',
      sentence: 'The agent of csr-07 has never answered.',
    })
    expect(behind('csr-01', {}).causes).toEqual([])
    // A core that its agent says to run stops no one, though the deployment before failed.
    expect(behind('csr-07', { is: 'up', panels: 104 }).causes).toEqual([])
  })

  it('two that agree still count where the carrier is missing', () => {
    const { findings } = look(
      { ...gone, mobileBroker: suspended, connector: suspended },
      { carrier: 'unanswered' },
    )
    expect(findings.find(({ code }) => code === 'sim-not-active')).toMatchObject({
      state: 'wrong',
      sentence: 'MobileBroker and Connector both say that the SIM is suspended.',
    })
    expect(findings.find(({ code }) => code === 'sim-offline')?.sentence).toBe(
      'The SIM has had no session at MobileBroker and Connector.',
    )
  })

  it('where the inventory has no SIM in the panel there is nothing to compare with what WebConnect saw', () => {
    const { verdict, findings } = look({ panel: { sims: [] } })
    expect(findings.map(({ code }) => code)).not.toContain('panel-other-sim')
    expect(verdict.state).toBe('fine')
  })

  it('a panel without a SIM has no checks of a SIM', () => {
    const noSim = { panel: { sims: [] }, connection: { ...gone.connection, iccid: '' } }
    const { findings, verdict } = diagnosisOf({ ...factsWith(noSim), iccid: null }, now)
    expect([verdict.state, verdict.causes[0]?.code]).toEqual(['likely', 'panel-without-sim'])
    expect(findings.filter(({ code }) => code.startsWith('sim-'))).toEqual([])
  })

  it('D40 a panel reports now only after a look for this question, else as of when', () => {
    const checkedAt = new Date(Date.parse(now) - 40_000).toISOString()
    const said = (look: boolean) => symptomOf(factsWith({ look, container: { checkedAt } })).sentence
    expect(said(true)).toBe(`The panel reports. It was last heard at ${seenAt}.`)
    expect(said(false)).toBe('The panel reported 40 seconds ago, and WebConnect was not asked since.')
  })

  it('a container that no one has looked at for long says nothing of now', () => {
    const { findings, verdict } = look({ container: { checkedAt: before }, connection: { saidAt: before } })
    const unknown = findings.filter(({ state }) => state === 'unknown').map(({ code }) => code)
    expect(unknown).toEqual(['container-down', 'container-silent'])
    expect(verdict).toMatchObject({ state: 'not-known', symptom: 'not-known' })
    expect(verdict.failed.map(({ source }) => source)).toContain('WebConnect')
  })

  it('whatever is there or not, every check that is made has something to say', () => {
    const lists = [
      'pulse',
      'changes',
      'deployments',
      'receiversInError',
      'absences',
      'seenIn',
      'ownSimIn',
      'commonCauses',
      'reconnects',
      'history',
      'containers',
    ]
    const nullable = factNames.filter((name) => !lists.includes(name))
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
    const facts = factsWith({ ...gone, panel: { receiver: 'csr-04' } })
    const { findings } = diagnosisOf({ ...facts, ...withheld(facts, may, 'test') } as Facts, now)
    const unknown = findings.filter(({ state }) => state === 'unknown')
    expect(unknown.length).toBeGreaterThan(0)
    for (const { sentence } of unknown)
      expect(sentence).toMatch(/^Not shown to you: reading it needs role support/)
    expect(findings.filter(({ evidence }) => evidence.some(({ value }) => value === 'SUSPENDED'))).toEqual([])
  })

  it('D16 what the reader may not read is named before what failed', () => {
    const facts = factsWith(gone, { panelCompany: 'unanswered' })
    const hidden = withheld(facts, (right) => right !== rightOf('connection'), 'test')
    const { findings } = diagnosisOf({ ...facts, ...hidden } as Facts, now)
    const switches = findings.find(({ code }) => code === 'company-switches')
    expect(switches?.sentence).toMatch(/^Not shown to you: reading it needs role support/)
    const value = expect.stringMatching(/^needs role support/)
    expect(switches?.evidence).toEqual([{ source: 'WebConnect', what: 'right', value, at: null }])
    const failed = look(gone, { panelCompany: 'unanswered' }).findings.find(
      ({ code }) => code === 'company-switches',
    )
    expect(failed?.evidence).toMatchObject([
      { what: 'no answer', value: expect.stringMatching(/did not answer within 20 s/), at: now },
    ])
  })
})
