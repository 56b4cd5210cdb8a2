import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { appendEntries, asOwner } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { contentOf, genesis, hashOf, readHead } from './chain.ts'
import { verifyChain } from './verify-chain.ts'

describeOnEachDatabase('D19 R40 R41 the chain is walked', (database) => {
  const db = () => database.get().db
  const verify = verifyChain
  const owner = (...statements: string[]) => asOwner(db(), ...statements)
  const faults = async (earlier?: { number: number; hash: string }) =>
    (await verify(db(), { earlier })).faults
  const entryOf = async (number: number) => {
    const link = await db()
      .selectFrom('audit_chain')
      .select(['entry_id', 'entry_at'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return `ntry ${link.entry_id} of ${link.entry_at.toISOString()}`
  }
  const headNow = async () => {
    const head = await readHead(db())
    if (!head) throw new Error('no head')
    return head
  }
  const hex = (text: string) => `decode('${text}', 'hex')`
  const of = (number: number) =>
    `where (id, at) = (select entry_id, entry_at from audit_chain where number = ${number})`

  /** Hashes the links from one on again, as someone would who knows how; nothing but a noted head finds that. */
  async function hashAnew(from: number): Promise<void> {
    const links = await db().selectFrom('audit_chain').selectAll().orderBy('number').execute()
    let previous = genesis
    const statements: string[] = []
    for (const { number, at, entry_at, entry_id, ...link } of links) {
      const content = Buffer.from(link.content).toString('hex')
      const kept = Buffer.from(link.hash).toString('hex')
      const forged = hashOf({ number, at, entry_at, entry_id, content }, previous)
      if (number >= from)
        statements.push(`update audit_chain set hash = ${hex(forged)} where number = ${number}`)
      previous = number >= from ? forged : kept
    }
    await owner(...statements)
  }

  beforeEach(async () => {
    await owner('truncate user_action', 'truncate audit_chain')
    await appendEntries(db(), ...Array.from({ length: 6 }, (_, i) => ({ object: `sim ${i + 1}` })))
    expect(await faults()).toEqual([])
  })

  it('tells how many entries fit, and the head', async () => {
    const head = await headNow()
    const seen: number[] = []
    const found = await verify(db(), {
      earlier: { number: 3, hash: await hashAt(3) },
      onProgress: (n) => seen.push(n),
    })
    expect(found).toEqual({
      links: 6,
      fitting: 6,
      entries: 6,
      archived: [],
      late: { entries: 0, first: undefined },
      anchors: { many: 0, newest: undefined, isProven: false },
      head: { number: 6, hash: head.hash, at: head.at.toISOString() },
      faults: [],
      faultCount: 0,
    })
    expect(seen.at(-1)).toBe(6)
  })
  const hashAt = async (number: number) => {
    const { hash } = await db()
      .selectFrom('audit_chain')
      .select(sql<string>`encode(hash, 'hex')`.as('hash'))
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return hash
  }

  it('an empty trail is in order; a head that was noted down before is not reached', async () => {
    await owner('truncate user_action', 'truncate audit_chain')
    expect(await verify(db())).toMatchObject({
      links: 0,
      entries: 0,
      archived: [],
      head: undefined,
      faults: [],
    })
    expect(await faults({ number: 2, hash: 'a'.repeat(64) })).toEqual([
      `The tail after link 0 was cut: the chain was noted down up to link 2 (${'a'.repeat(64)}).`,
    ])
  })

  it.each([
    ['its message', `message = 'Nothing'`],
    ['its person', `email = 'other@example.com'`],
    ['its result', `result = 'Refused'`],
    ['a sub-transaction that it had not', 'sub_transaction_id = transaction_id'],
    ['text moved from one field to the next', `activity = 'Tes', message = 't' || message`],
  ])('an edited entry: %s', async (_what, change) => {
    await owner(`update user_action set ${change} ${of(4)}`, `update user_action set detail = 'x' ${of(6)}`)
    const sentences = [4, 6].map(
      async (number) =>
        `The e${await entryOf(number)} (link ${number}) was changed: its fields are not those that the chain holds.`,
    )
    expect(await faults()).toEqual(await Promise.all(sentences))
  })

  it("an edited entry's time, were it by a microsecond", async () => {
    const entry = await entryOf(2)
    await owner(`update user_action set at = at + interval '1 microsecond' ${of(2)}`)
    expect((await faults())[0]).toContain(`The e${entry} (link 2) is missing`)
    await owner("update audit_chain set entry_at = entry_at + interval '1 microsecond' where number = 2")
    expect((await faults())[0]).toContain('Link 2 does not follow from link 1')
  })

  it('an edited entry whose link was made to fit it', async () => {
    const [entry] = (
      await sql<Parameters<typeof contentOf>[0]>`
        select * from user_action where object = 'sim 3'`.execute(db())
    ).rows
    if (!entry) throw new Error('no entry')
    const content = contentOf({ ...entry, message: 'Nothing' })
    await owner(
      `update user_action set message = 'Nothing',
        words = array_to_tsvector(array['nothing', 'sim', '3', '=Test']) ${of(3)}`,
      `update audit_chain set content = ${hex(content)} where number = 3`,
    )
    expect((await faults())[0]).toContain('Link 3 does not follow from link 2')
    const { number, hash } = await headNow()
    await hashAnew(3)
    expect(await faults()).toEqual([])
    expect((await faults({ number, hash }))[0]).toMatch(/^The chain was rebuilt: link 6 has the hash /)
  })

  it('a deleted entry', async () => {
    const entry = await entryOf(5)
    const month = /\d{4}-\d\d/.exec(entry)?.[0]
    await owner(`delete from user_action ${of(5)}`)
    expect(await faults()).toEqual([
      `The e${entry} (link 5) is missing: it was deleted, or its number or time was changed. No archive of ${month} is on record.`,
    ])
  })

  it('a deleted entry together with its link', async () => {
    await owner(`delete from user_action ${of(3)}`, 'delete from audit_chain where number = 3')
    expect(await faults()).toEqual(['Link 3 is missing: the chain goes on with link 4.'])
    await owner('delete from audit_chain where number in (1, 2)')
    expect(await faults()).toEqual([
      'Links 1 to 3 are missing: the chain goes on with link 4.',
      ...Array(2).fill(expect.stringMatching(/^Entry \d+ of .* has no link/)),
    ])
  })

  it('a deleted link whose successors moved up', async () => {
    await owner(
      `delete from user_action ${of(3)}`,
      'delete from audit_chain where number = 3',
      'update audit_chain set number = 3 where number = 4',
      'update audit_chain set number = 4 where number = 5',
      'update audit_chain set number = 5 where number = 6',
    )
    expect((await faults())[0]).toContain('Link 3 does not follow from link 2')
  })

  it('an inserted link, the later ones moved down', async () => {
    const at = (await headNow()).at.toISOString()
    const content = 'c'.repeat(64)
    const link = { number: 3, at, entry_at: at, entry_id: 9_000_000, content }
    await owner(
      'update audit_chain set number = number + 100 where number >= 3',
      'update audit_chain set number = number - 99 where number > 100',
      `insert into audit_chain values (3, '${at}', '${at}', 9000000, ${hex(content)}, ${hex(hashOf(link, await hashAt(2)))})`,
      `insert into user_action (id, at, source, transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail, words)
        overriding system value
        values (9000000, '${at}', 'server', gen_random_uuid(), '', '', '', '', '', '', '', '', '', '', '', '', '', '')`,
    )
    expect((await faults())[0]).toContain('entry 9000000 of')
    await owner(
      `update audit_chain set entry_id = link.entry_id, entry_at = link.entry_at, content = link.content
        from audit_chain as link where link.number = 1 and audit_chain.number = 3`,
    )
    expect((await faults())[0]).toContain('Link 3 does not follow from link 2')
  })

  it('an inserted link that fits its predecessor: the one after it tells', async () => {
    await appendEntries(db(), { object: 'put in' })
    const [entry] = await db().selectFrom('user_action').selectAll().where('object', '=', 'put in').execute()
    if (!entry) throw new Error('no entry')
    const at = await linkTime(2)
    const content = contentOf(entry)
    const hash = hashOf({ number: 3, at, entry_at: entry.at, entry_id: entry.id, content }, await hashAt(2))
    await owner(
      'delete from audit_chain where number = 7',
      'update audit_chain set number = number + 100 where number >= 3',
      'update audit_chain set number = number - 99 where number > 100',
      `insert into audit_chain values (3, '${at.toISOString()}', '${entry.at.toISOString()}', ${entry.id},
        ${hex(content)}, ${hex(hash)})`,
    )
    expect(await faults()).toEqual(['Link 3 was put in: link 4 follows from link 2.'])
  })
  const linkTime = async (number: number) =>
    (await db().selectFrom('audit_chain').select('at').where('number', '=', number).executeTakeFirstOrThrow())
      .at

  it('reordered links', async () => {
    await owner(
      'update audit_chain set number = 100 where number = 3',
      'update audit_chain set number = 3 where number = 4',
      'update audit_chain set number = 4 where number = 100',
    )
    expect(await faults()).toEqual(['Links 3 and 4 were exchanged: the former follows from the latter.'])
  })

  it('reordered entries: two have exchanged their texts', async () => {
    await owner(
      `update user_action set object = 'kept' ${of(2)}`,
      `update user_action set object = 'sim 2' ${of(5)}`,
      `update user_action set object = 'sim 5' ${of(2)}`,
    )
    expect((await faults())[0]).toContain(`The e${await entryOf(2)} (link 2) was changed`)
  })

  it('an entry that was put in past the chain', async () => {
    await owner(`
      insert into user_action (source, transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail, words)
      select source, transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, 'put in', object, result, detail, words
      from user_action limit 2`)
    const { id } = await db()
      .selectFrom('user_action')
      .select('id')
      .where('message', '=', 'put in')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const why = 'has no link: it was put in past the chain, or its link was cut off.'
    expect(await faults()).toEqual(
      [id, id + 1].map((each) => expect.stringMatching(`^Entry ${each} of .* ${why}$`)),
    )
  })

  it('two links for one entry, hashed as if they belonged there', async () => {
    await owner(
      `delete from user_action ${of(6)}`,
      `update audit_chain set entry_id = link.entry_id, entry_at = link.entry_at, content = link.content
        from audit_chain as link where link.number = 2 and audit_chain.number = 6`,
    )
    await hashAnew(6)
    const id = /\d+/.exec(await entryOf(2))?.[0]
    expect(await faults()).toEqual([`Entry ${id} has two links; the second one is link 6.`])
  })

  it('a time that goes backwards, hashed as if it belonged there', async () => {
    await owner("update audit_chain set at = at - interval '1 hour' where number = 4")
    expect((await faults())[0]).toContain('Link 4 does not follow from link 3')
    await hashAnew(4)
    expect((await faults())[0]).toMatch(
      /^Link 4 of .* is older than link 3 of .*: the chain's time goes backwards\.$/,
    )
  })

  it('a cut tail, by an earlier head alone', async () => {
    const { number, hash } = await headNow()
    await owner(
      `delete from user_action ${of(6)}`,
      `delete from user_action ${of(5)}`,
      'delete from audit_chain where number > 4',
    )
    expect(await faults()).toEqual([])
    expect(await faults({ number, hash })).toEqual([
      `The tail after link 4 was cut: the chain was noted down up to link 6 (${hash}).`,
    ])
    await appendEntries(db(), {}, {})
    expect((await faults({ number, hash }))[0]).toMatch(/^The chain was rebuilt: link 6 has the hash /)
  })

  it('an entry that bears a time long past is no fault, and is told', async () => {
    const ago = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000) })
    // The past may be of a month that has no partition.
    await sql`select make_month('user_action', now() - interval '2 hours')`.execute(db())
    await appendEntries(db(), ago(30), ago(120), ago(61))
    expect(await verify(db())).toMatchObject({ links: 9, faults: [], late: { entries: 2, first: 8 } })
  })

  it('a fault and an earlier head that is not reached are both told', async () => {
    const { number, hash } = await headNow()
    await owner(
      `update user_action set detail = 'x' ${of(1)}`,
      `delete from user_action ${of(6)}`,
      'delete from audit_chain where number = 6',
    )
    expect(await faults({ number, hash })).toHaveLength(2)
  })
})
