import { describe, expect, it } from 'vitest'
import { carrierNames, vendorCodes } from './carriers.ts'
import { observedFieldNames } from './observed.words.ts'
import { deviceStatuses } from './sim-information.words.ts'
import { changeName, plainSaid, sentenceOf, textOfStep } from './timeline.said.ts'
import type { TimelineChange, TimelineStep } from './timeline.ts'
import type { connectionTurns } from './timeline.words.ts'

const nothing = { id: 'a1', from: null, to: null, detail: '', state: '', by: '', source: '', object: '' }
const step = (said: Partial<TimelineStep>): TimelineStep => ({
  ...{ ...nothing, at: '2026-11-25T14:12:04.000Z', kind: 'action', what: '' },
  ...said,
})
const change = (field: string, before: string, after: string, source = 'Verizon'): TimelineChange => ({
  ...{ field, before, after, source, alsoBy: [] },
})
const sim = { kind: 'sim', ids: ['8914800000000000055'] } as const
const panel = { kind: 'panel', ids: ['CBS0000017', '6f9619ff-8b86-d011-b42d-00c04fc964ff'] } as const
const said = (of: Partial<TimelineStep>, subject: Parameters<typeof sentenceOf>[1] = sim) =>
  plainSaid(sentenceOf(step(of), subject))

const fields = Object.keys(observedFieldNames)
/** Names that only a program has: those of fields in its spelling, codes of carriers, words of its states. */
const programNames = [
  ...fields.filter((name) => /[a-z][A-Z]/.test(name)),
  ...['ATT', 'VZN', 'AERIS', 'WYLESS', 'gone', 'true', 'false', 'null', 'undefined'],
]
const valuesOf = (field: string): readonly string[] => {
  if (field === 'managementDisabled') return ['true', 'false', '']
  if (field === 'connection') return ['connected', 'silent', 'gone', '']
  return [...deviceStatuses, 'Online', 'Offline', 'TEST', '10.64.18.13', '']
}

describe('issue 38 a timeline speaks the words of the screens', () => {
  it.each(fields)('whatever %s was and is, no name of a program gets through', (field) => {
    for (const source of [...vendorCodes, ...Object.values(carrierNames), 'MobileBroker', 'AT&T session'])
      for (const before of valuesOf(field))
        for (const after of valuesOf(field)) {
          const look = step({ kind: 'observation', source, changes: [change(field, before, after, source)] })
          const words = textOfStep(look, sim).split(/[^\w&]+/)
          expect(words.filter((word) => programNames.includes(word))).toEqual([])
        }
  })

  it('one look is one sentence: the status without its name, what has no words as changed', () => {
    const changes = [
      change('deviceStatus', 'Active', 'Suspended'),
      change('ipAddress', '172.17.16.1', ''),
      change('imei', '352099001761481', '352099004764817'),
    ]
    expect(said({ kind: 'observation', source: 'Verizon', changes })).toBe(
      'Verizon: Active → Suspended, IP address and IMEI changed',
    )
    const two = [change('onlineStatus', 'Online', ''), change('natIp', '1', '2', 'Connector')]
    expect(said({ kind: 'observation', source: 'Verizon', changes: two })).toBe(
      'Verizon: Online status Online → none; Connector: NAT IP changed',
    )
    const many = fields.filter((name) => /^(real|nat|ip|imei|phone|acc)/.test(name))
    expect(said({ kind: 'observation', changes: many.map((name) => change(name, '1', '2')) })).toBe(
      'Verizon: IMEI, Phone number, IP address and 3 other fields changed',
    )
  })

  it('a change is found by the name of its field, by who else said it, and not by the program', () => {
    const look = step({
      kind: 'observation',
      source: 'VZN',
      changes: [{ ...change('deviceStatus', 'Active', 'Suspended', 'VZN'), alsoBy: ['MobileBroker'] }],
    })
    const found = textOfStep(look, sim).toLowerCase()
    expect(
      ['status', 'verizon', 'mobilebroker', 'suspended'].filter((word) => !found.includes(word)),
    ).toEqual([])
    expect(['devicestatus', 'vzn', 'observation'].filter((word) => found.includes(word))).toEqual([])
    expect(changeName(change('ownWord', '', ''))).toBe('Another field')
  })

  it.each([
    ['left', 'Left webconnect-1'],
    ['back', 'Back on webconnect-2 after '],
    ['moved', 'Moved webconnect-1 → webconnect-2'],
    ['silent', 'Silent. Nothing received on webconnect-2'],
    ['heard', 'Heard again on webconnect-2'],
    ['reconnected', 'Reconnected 14 times until '],
  ] as const satisfies readonly (readonly [(typeof connectionTurns)[number], string])[])(
    'a panel that %s: %s',
    (what, sentence) => {
      const [from, to] = ['webconnect-1', 'webconnect-2']
      const of = { kind: 'connection', what, from, to, since: '2026-11-25T14:08:00.000Z', times: 14 } as const
      expect(said(of, panel)).toBe(sentence)
      const anotherSim = said({ ...of, changes: [change('iccid', '1', '2', 'WebConnect')] }, panel)
      expect(anotherSim).toBe(`${sentence}, SIM changed`)
    },
  )

  it.each([
    [sim, 'Mark SIM 8914800000000000055 unusable', 'Mark unusable'],
    [sim, 'Deactivate SIM 8914800000000000055 at Verizon', 'Deactivate at Verizon'],
    [sim, 'Mark SIM 8914800000000000056 unusable', 'Mark SIM 8914800000000000056 unusable'],
    [
      panel,
      'Disable management of panel CBS0000017 in the Remote Portal',
      'Disable management in the Remote Portal',
    ],
    [panel, `Point panel ${panel.ids[1]} from TEST to PROD`, 'Point from TEST to PROD'],
    [panel, 'Disable management of panel CBS00000171', 'Disable management of panel CBS00000171'],
    [{ kind: 'company', ids: ['7'] }, 'Save company Harbor (North) (SAP 1000001)', 'Saved'],
    [
      { kind: 'company', ids: ['7'] },
      'Generate an installer service key of company 7',
      'Generate an installer service key',
    ],
    [
      { kind: 'transaction', ids: ['x'] },
      'Mark SIM 8914800000000000055 unusable',
      'Mark SIM 8914800000000000055 unusable',
    ],
  ] as const)('on the page of %o its own name is left out of %s', (of, what, sentence) => {
    expect(said({ what }, of)).toBe(sentence)
  })

  it('a save says what is otherwise, in the words of its screen', () => {
    const company = { kind: 'company', ids: ['7'] } as const
    const what = 'Save company Harbor (SAP 1000001)'
    expect(said({ what, changes: [change('Alert threshold', '100', '90', '')] }, company)).toBe(
      'Saved: Alert threshold 100 → 90',
    )
    const two = [change('Alert threshold', '100', '90', ''), change('VPN endpoint', '', '10.0.0.1', '')]
    expect(said({ what, changes: two, state: 'Error' }, company)).toBe(
      'Save: Alert threshold and VPN endpoint',
    )
  })

  it.each([
    [{ what: 'done', source: 'ATT', file: 'harbor.csv' }, 'Deactivated at AT&T in harbor.csv'],
    [{ what: 'failed', source: 'ATT', object: 'batch 1' }, 'Not deactivated at AT&T in a batch'],
    [{ what: 'unknown', source: 'VZN' }, 'Deactivation at Verizon: outcome not known'],
    [{ what: 'settling', source: 'VZN' }, 'Deactivation at Verizon under way'],
    [{ what: 'stopped' }, 'Deactivation stopped before the carrier was asked'],
    [{ what: 'invalid' }, 'Not deactivated: the row was invalid'],
    [
      {
        what: 'not all done',
        file: 'a.csv',
        changes: [change('done', '', '2', ''), change('asking', '', '1', '')],
      },
      'Deactivation in a.csv: 2 deactivated, 1 under way',
    ],
  ])('a deactivation says its result and its file: %o', (of, sentence) => {
    expect(said({ kind: 'deactivation', ...of })).toBe(sentence)
  })

  it('who gave no answer is said with the last answer before it', () => {
    const since = '2026-11-25T12:00:00.000Z'
    expect(said({ kind: 'gap', what: 'open', source: 'Connector', since })).toBe(
      'Connector: no answer, last answered ',
    )
    expect(said({ kind: 'gap', what: 'open', source: 'Connector' })).toMatch(/never answered before$/)
    expect(said({ kind: 'gap', what: 'ended', source: 'VZN', since, to: since })).toBe(
      'Verizon: no answer between  and . Nothing is known of this time.',
    )
  })

  it('a release names its server, but on the page of that server', () => {
    const of = { kind: 'deployment', from: '4.2.1', to: '5.0.0', object: 'csr 10.1.0.7' } as const
    expect(said(of)).toBe('Release 4.2.1 → 5.0.0 on 10.1.0.7')
    expect(said(of, { kind: 'csr', ids: ['10.1.0.7'] })).toBe('Release 4.2.1 → 5.0.0')
  })
})
