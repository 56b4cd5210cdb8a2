import type { FindingCode } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import {
  all,
  type Changes,
  carrierName,
  change,
  deployed,
  gone,
  look,
  seenAt,
  sim,
  suspended,
} from './good-facts.ts'

const found = (changes: Changes, code: FindingCode) =>
  look(changes).findings.find((each) => each.code === code)

describe('living world, what stories showed', () => {
  it('52.10 a source that hears of it later does not say that it was not yet so', () => {
    const of = (source: string, at: string, notAt: string) => ({
      ...{ id: sim, source, field: 'deviceStatus', before: 'Active', after: 'Suspended' },
      ...{ at: new Date(at), notAt: new Date(notAt) },
    })
    const changes = [
      of('MobileBroker', '2026-11-22T09:40:00.000Z', '2026-11-22T09:10:00.000Z'),
      of(carrierName, '2026-11-22T09:10:00.000Z', '2026-11-22T08:50:00.000Z'),
    ]
    expect(found({ ...gone, ...all, changes }, 'sim-not-active')?.since).toEqual({
      ...{ at: '2026-11-22T09:10:00.000Z', known: 'seen', after: '2026-11-22T08:50:00.000Z' },
    })
  })

  it('living world: a release past this console is a cause as one of ours is, for a day', () => {
    const panel = { receiver: 'csr-04' }
    const seenOn = (at: string) => {
      const [deployment] = deployed(at).deployments as never[]
      return [Object.assign({}, deployment, { state: 'seen', begunAt: at, transactionId: null })]
    }
    const of = (at: string) => look({ ...gone, panel, deployments: seenOn(at) })
    const at = '2026-11-22T07:20:00.000Z'
    expect(of(at).verdict).toMatchObject({
      state: 'likely',
      causes: [{ code: 'receiver-deployed', since: { at, known: 'seen' } }],
      sentence: `csr-04 runs release 5.0.0, first seen at ${at}, which this console did not order.`,
    })
    // It connected after an earlier one.
    expect(of('2026-11-22T05:20:00.000Z').verdict.causes).toEqual([])
  })

  it('living world: of two causes before the silence, that which began nearer to it comes first', () => {
    const moved = (changedAt: string) => ({ environment: { pointsTo: 'prod' as const, changedAt } })
    const codes = (at: string) =>
      look({
        ...gone,
        ...all,
        ...change('deviceStatus', 'Active', 'Suspended'),
        ...moved(at),
      }).verdict.causes.map(({ code }) => code)
    expect(codes('2026-11-22T03:00:00.000Z')[0]).toBe('sim-not-active')
  })

  it('living world: who is sent to and not heard sends nothing; what ended its session is why', () => {
    const heard = (receivedAt: string) => ({ connection: { status: 'TIMEOUT', receivedAt } })
    const offline = {
      carrier: { ...suspended, deviceStatus: 'Active', onlineSince: '2026-11-22T09:21:00.000Z' },
    }
    const quiet = look({ ...heard('2026-11-22T09:20:00.000Z'), ...offline }).verdict
    expect(quiet.symptom).toBe('one-way')
    expect(quiet.causes[0]?.code).toBe('sim-offline')
    expect(`${quiet.sentence} ${quiet.second}`).toContain('Nothing was received from the panel since')
    expect(look(heard(seenAt)).verdict.since).toBeNull()
    // Its carrier says that there is no session, and not since when.
    const now = { carrier: { ...offline.carrier, onlineSince: undefined, onlineStatus: 'Offline' } }
    expect(look({ ...heard('2026-11-22T09:20:00.000Z'), ...now }).verdict.causes[0]?.code).toBe('sim-offline')
    expect(look({ ...heard(seenAt), ...now }).verdict.causes).toEqual([])
  })

  it('51.6 the end of a session counts, though its carrier has not heard of it yet', () => {
    const ended = (onlineSince: string) => ({ connector: { onlineStatus: 'Offline', onlineSince } })
    const at = '2026-11-22T09:50:00.000Z'
    const { verdict } = look({ ...gone, ...ended(at) })
    expect(verdict).toMatchObject({ state: 'likely', causes: [{ code: 'sim-offline', since: { at } }] })
    expect(verdict.sentence).toContain(
      `The SIM's session ended at ${at}, says Connector. ${carrierName} has not heard of it yet`,
    )
    // One that ended long before, or was followed by another, does not.
    expect(look({ ...gone, ...ended('2026-11-22T09:10:00.000Z') }).verdict.causes).toEqual([])
    const another = { carrier: { onlineSince: '2026-11-22T09:51:00.000Z' } }
    expect(look({ ...gone, ...ended(at), ...another }).verdict.causes).toEqual([])
  })
})
