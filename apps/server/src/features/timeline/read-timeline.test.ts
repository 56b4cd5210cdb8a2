import { randomUUID } from 'node:crypto'
import { factRights, type Timeline, type TimelineKind } from '@support-console/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import type { AuditEntry } from '../../platform/audit/append-audit.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { readTimeline } from './read-timeline.ts'
import type { Subject } from './source.ts'

const everything: May = () => true

describeOnOneDatabase('use 2 the pages of a timeline', (database) => {
  const db = () => database.get().db
  let last = 8901170000000700000n
  const newSim = (): Subject => ({ kind: 'sim', ids: [String(++last)] })
  const read = (subject: Subject, asked: Partial<Parameters<typeof readTimeline>[2]> = {}) =>
    readTimeline(db(), subject, { limit: 1, may: everything, ...asked })
  const enter = ({ kind, ids }: Subject, ...entries: Partial<AuditEntry>[]) =>
    appendEntries(db(), ...entries.map((entry) => ({ ...entry, object: `${kind} ${ids[0]}` as const })))
  const many = (count: number, more: (at: number) => Partial<AuditEntry>) =>
    Array.from({ length: count }, (_, at) => ({ message: `Look ${at}`, ...more(at) }))
  const said = ({ entries }: Timeline) => entries.map(({ what, steps }) => [what, steps.length])

  it('may be empty and not the last, where one transaction has more steps than a page looks at', async () => {
    const subject = newSim()
    const transactionId = randomUUID()
    await enter(subject, ...many(150, () => ({ transactionId })))
    const page = await read(subject)
    expect(page).toMatchObject({ entries: [], before: expect.stringMatching(/^\d+\.a\d{19}$/) })
    // Five looks at 23 rows each.
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from user_action where transaction_id = ${transactionId}
      and id < ${page.before?.split('.a')[1]}::bigint`.execute(db())
    expect(rows).toEqual([{ left: 35 }])
    const next = await read(subject, { before: page.before ?? '' })
    expect([said(next), next.before]).toEqual([[['Look 0', 149]], null])
  })

  it('ends with the last row that there is, and goes on where a page ends just there', async () => {
    const subject = newSim()
    await enter(subject, ...many(23, () => ({ transactionId: randomUUID() })))
    const all = await read(subject, { limit: 30 })
    expect([all.entries.length, all.before]).toEqual([23, null])
    const some = await read(subject, { limit: 22 })
    expect([some.entries.length, some.before === null]).toEqual([22, false])
    const rest = await read(subject, { before: some.before ?? '' })
    expect([said(rest), rest.before]).toEqual([[['Look 0', 0]], null])
  })

  it.each([{ by: 'dana@example.com' }, { text: 'needle' }])('looks far back for %o', async (asked) => {
    const subject = newSim()
    const user = (email: string) => ({ issuer: 'i', subject: 's', email, sessionId: 's', tokenId: 't' })
    await enter(subject, {
      message: 'The needle',
      transactionId: randomUUID(),
      user: user('dana@example.com'),
    })
    await enter(subject, ...many(130, () => ({ transactionId: randomUUID(), user: user('pat@example.com') })))
    expect(said(await read(subject, asked))).toEqual([['The needle', 0]])
  })

  it('shows no step apart whose transaction began before the page', async () => {
    const subject = newSim()
    const transactionId = randomUUID()
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await enter(subject, { message: 'First', transactionId, at: twoDaysAgo })
    await enter(subject, ...many(30, () => ({ transactionId: randomUUID() })))
    await enter(subject, { message: 'Second', transactionId })
    const { entries } = await read(subject, { limit: 31 })
    expect(entries.at(-1)).toMatchObject({ what: 'First', steps: [{ what: 'Second' }] })
    expect(said(await read(subject))).toEqual([['Look 29', 0]])
  })

  it('is empty, and the last, where a thing has none of the kinds', async () => {
    expect(await read(newSim(), { kinds: ['deployment'] })).toEqual({
      entries: [],
      before: null,
      looks: [],
      withheld: [],
    })
  })

  describe('of the kinds of actions', () => {
    const panel: Subject = { kind: 'panel', ids: ['CBS7100001'] }
    beforeAll(() =>
      enter(
        panel,
        { message: 'saved' },
        { message: 'disabled', route: 'POST /panelmanagement/v1/devicemigration/{cloudId}' },
        { message: 'moved', route: 'PUT /panelenvironment/v1/{physicalId}/pathfinder' },
      ),
    )
    const told = async (kinds?: TimelineKind[], may = everything) =>
      (await read(panel, { kinds, may, limit: 9 })).entries.map(({ what }) => what).sort()

    it.each<[TimelineKind[] | undefined, string[]]>([
      [undefined, ['disabled', 'moved', 'saved']],
      [['action'], ['saved']],
      [['flag'], ['disabled']],
      [['environment'], ['moved']],
      [
        ['action', 'flag'],
        ['disabled', 'saved'],
      ],
      [
        ['action', 'environment'],
        ['moved', 'saved'],
      ],
      [
        ['environment', 'flag'],
        ['disabled', 'moved'],
      ],
    ])('%s are told alone', async (kinds, messages) => {
      expect(await told(kinds)).toEqual(messages)
    })

    it('D16 the environment is withheld where it may not be read', async () => {
      const may: May = (right) => right !== factRights.environment
      expect(await told(undefined, may)).toEqual(['disabled', 'saved'])
      expect((await read(panel, { may })).withheld).toEqual(['environment'])
    })

    it.each<[Subject['kind'], TimelineKind[]]>([
      ['panel', ['action', 'flag', 'environment']],
      ['transaction', ['action', 'flag', 'environment']],
      ['sim', ['action']],
      ['company', ['action']],
    ])('D16 of a %s those are withheld that there are: %s', async (kind, withheld) => {
      const may: May = (right) => right !== factRights.userAction
      const ids = {
        panel: 'CBS7100001',
        transaction: randomUUID(),
        sim: String(++last),
        company: '1',
        csr: '',
      }
      const { withheld: told } = await read({ kind, ids: [ids[kind]] }, { may, kinds: withheld })
      expect(told.filter((each) => ['action', 'flag', 'environment'].includes(each))).toEqual(withheld)
    })
  })

  it('tells in a transaction of the work that it began', async () => {
    await seed(db(), [csrSeed])
    const id = randomUUID()
    await sql`
      insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, started_at, finished_at,
        transaction_id, issuer, subject, session_id, token_id, email, remote_address)
      select ${randomUUID()}, csr_id, 'upgrade', '4.1.0', '5.0.0', 'succeeded', now(), now(),
        ${id}, 'i', 's', '', '', 'pat@example.com', '' from csr where server = 'csr-03'`.execute(db())
    const { entries } = await read({ kind: 'transaction', ids: [id] })
    expect(entries).toMatchObject([{ kind: 'deployment', from: '4.1.0', to: '5.0.0' }])
  })
})
