import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBody, newSubnet } from '../../testing/company-bodies.ts'
import { auditOf, companyStage, issuesOf, untilWaiting } from '../../testing/company-calls.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { tellingLostRaces } from './lost-race.ts'

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

// Companies 4, 8 and 12 are Tier2 Standard, 3 is Tier3 Standard, 5 is Tier2 No NAT (the seed goes through the models).
describeOnOneDatabase('2.6, D26 subnets of companies', (database) => {
  const { load, save, create } = companyStage(database, () => keys)
  const networksOf = async (id: number) =>
    (await load(id)).companySubnets.map(({ domainIp, cidr }) => `${domainIp}/${cidr}`)
  /** A save of the company's subnets as they are and some more. */
  const add = async (id: number, networks: string[], transactionId = randomUUID()) =>
    save(id, { subnets: [...(await load(id)).companySubnets, ...networks.map(newSubnet)] }, { transactionId })

  it('a deadlock of two that look for one overlap is Busy: the next try will tell', async () => {
    const { db } = database.get()
    const deadlock = () =>
      sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(db)
    await expect(
      tellingLostRaces(db, { companyId: 4, sapCompanyId: '1000004', subnets: [] }, deadlock),
    ).rejects.toMatchObject({
      status: 'Busy',
      message: 'Someone else is changing the same company right now. Please save again.',
    })
  })

  it('adds, changes and removes them by their ids, and enters each', async () => {
    const first = await networksOf(4)
    expect((await add(4, ['10.30.0.0/24', '10.31.0.0/24'])).code).toBe(200)
    const { companySubnets } = await load(4)
    const [old, kept, moved] = companySubnets.slice(-3)
    if (!old || !kept || !moved) throw new Error('three subnets')
    const transactionId = randomUUID()
    const subnets = [{ ...moved, domainIp: '10.32.0.0', cidr: 20 }, kept, newSubnet('10.33.1.1/32')]
    expect((await save(4, { subnets }, { transactionId })).code).toBe(200)
    expect((await load(4)).companySubnets).toEqual([
      kept,
      { ...moved, domainIp: '10.32.0.0', cidr: 20 },
      { subnetId: expect.any(Number), domainIp: '10.33.1.1', cidr: 32 },
    ])
    const [entry] = await auditOf(database.get().db, transactionId)
    expect(entry?.detail.split('\n')).toEqual([
      ...first.map((network) => `subnet ${network}: removed`),
      'subnet: 10.31.0.0/24 → 10.32.0.0/20',
      'subnet 10.33.1.1/32: added',
    ])
  })

  it('lets two exchange their networks, and one take the place of one that is removed', async () => {
    expect((await save(5, { subnets: ['10.40.0.0/24', '10.41.0.0/24'].map(newSubnet) })).code).toBe(200)
    const [one, two] = (await load(5)).companySubnets
    if (!one || !two) throw new Error('two subnets')
    const subnets = [
      { ...one, domainIp: two.domainIp },
      { ...two, domainIp: one.domainIp },
    ]
    expect((await save(5, { subnets })).code).toBe(200)
    expect(await networksOf(5)).toEqual(['10.41.0.0/24', '10.40.0.0/24'])
    expect((await save(5, { subnets: [newSubnet('10.40.0.0/15')] })).code).toBe(200)
    expect(await networksOf(5)).toEqual(['10.40.0.0/15'])
  })

  it("refuses another company's subnet id, one that stands twice, and one that is no one's", async () => {
    const [theirs] = (await load(2)).companySubnets
    const [own] = (await load(8)).companySubnets
    if (!theirs || !own) throw new Error('subnets')
    const subnets = [own, { ...theirs, domainIp: '10.50.0.0' }, { ...own, domainIp: '10.51.0.0', cidr: 24 }]
    const answer = await save(8, {
      subnets: [...subnets, { ...newSubnet('10.52.0.0/24'), subnetId: 999999 }],
    })
    expect([answer.code, issuesOf(answer)]).toEqual([
      400,
      [
        { field: 'companySubnets.1.subnetId', message: 'is not a subnet of this company' },
        { field: 'companySubnets.2.subnetId', message: 'stands twice' },
        { field: 'companySubnets.3.subnetId', message: 'is not a subnet of this company' },
      ],
    ])
    expect(await networksOf(2)).toEqual(['10.20.0.0/16'])
  })

  it.each(['10.20.0.0/16', '10.20.255.255/32', '10.0.0.0/8', '10.20.4.0/31'])(
    'refuses %s, naming whose it overlaps, and enters the refusal; nothing of the save is kept',
    async (network) => {
      const before = await load(12)
      const transactionId = randomUUID()
      const subnets = [...before.companySubnets, newSubnet('10.60.0.0/24'), newSubnet(network)]
      const input = { info: { companyName: 'Not kept' }, subnets }
      const answer = await save(12, input, { transactionId })
      expect([answer.code, answer.envelope.status]).toEqual([400, 'Invalid'])
      const at = { field: `companySubnets.${subnets.length - 1}.domainIp` }
      const issues = issuesOf(answer) ?? []
      // 10.0.0.0/8 overlaps our own as well; the contract tells that first.
      if (network === '10.0.0.0/8')
        expect(issues).toContainEqual({ ...at, message: expect.stringContaining('of this company') })
      else {
        expect(issues).toEqual([{ ...at, message: 'overlaps 10.20.0.0/16 of Prairie Alarm (SAP 1000002)' }])
        expect(await auditOf(database.get().db, transactionId)).toEqual([
          expect.objectContaining({
            result: 'Invalid',
            detail: answer.envelope.message,
            object: 'company 12',
          }),
        ])
      }
      expect(await load(12)).toEqual(before)
    },
  )

  it('a new company is refused for it as well, and is not there then', async () => {
    const body = newBody({ sapCompanyId: '7000' }, { subnets: [newSubnet('10.20.7.0/24')] })
    const answer = await create(body)
    expect([answer.code, issuesOf(answer)]).toEqual([
      400,
      [
        {
          field: 'companySubnets.0.domainIp',
          message: 'overlaps 10.20.0.0/16 of Prairie Alarm (SAP 1000002)',
        },
      ],
    ])
    expect((await create({ ...body, companySubnets: [newSubnet('10.70.0.0/24')] })).code).toBe(200)
  })

  it.each([
    [
      'host bits',
      ['10.80.0.1/24'],
      'domainIp',
      /^has host bits: the \/24 network around it begins at 10\.80\.0\.0$/,
    ],
    ['public', ['8.8.8.0/24'], 'domainIp', /private address space/],
    ['partly public', ['172.16.0.0/11'], 'domainIp', /host bits|private/],
    ['no address', ['10.80.0/24'], 'domainIp', /IPv4 address/],
    ['octal', ['10.080.0.0/24'], 'domainIp', /IPv4 address/],
    ['no prefix', ['10.80.0.0/33'], 'cidr', /from 0 to 32/],
    ['everything', ['0.0.0.0/0'], 'domainIp', /private address space/],
  ])('refuses what is no network in private space: %s', async (_what, networks, field, message) => {
    const answer = await save(12, { subnets: networks.map(newSubnet) })
    expect([answer.code, issuesOf(answer)?.[0]]).toEqual([
      400,
      { field: `companySubnets.0.${field}`, message: expect.stringMatching(message) },
    ])
  })

  it('refuses two of the same company that overlap, more than 64, and any for Tier3 Standard', async () => {
    const own = await save(12, { subnets: ['10.81.0.0/16', '10.81.4.0/24'].map(newSubnet) })
    expect(issuesOf(own)).toEqual([
      { field: 'companySubnets.1.domainIp', message: 'overlaps subnet 1 of this company' },
    ])
    const many = Array.from({ length: 65 }, (_, i) => newSubnet(`10.82.${i}.0/24`))
    expect(issuesOf(await save(12, { subnets: many }))?.[0]?.message).toBe('must be at most 64 subnets')
    expect((await save(12, { subnets: many.slice(0, 64) })).code).toBe(200)
    const tier3 = await save(3, { subnets: [newSubnet('10.83.0.0/24')] })
    expect(issuesOf(tier3)).toEqual([
      { field: 'companySubnets', message: 'must be empty for Tier3 Standard' },
    ])
  })

  it('of several that save overlapping networks at the same time exactly one gets them', async () => {
    const ids = [4, 5, 8, 12]
    for (const id of ids) await save(id, { subnets: [] })
    // Crosswise, so that without an order each would hold what the other waits for.
    const answers = await Promise.all(
      ids.map((id, i) => {
        const networks = ['10.90.0.0/24', '10.91.0.0/24', '10.92.0.0/24']
        return add(id, i % 2 ? networks : networks.reverse())
      }),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400])
    const winner = ids[answers.findIndex(({ code }) => code === 200)] ?? 0
    const { companyName, sapCompanyId } = (await load(winner)).companyInfo
    for (const answer of answers.filter(({ code }) => code === 400))
      for (const { message } of issuesOf(answer) ?? [])
        expect(message).toMatch(
          new RegExp(`^overlaps 10\\.9\\d\\.0\\.0/24 of ${companyName} \\(SAP ${sapCompanyId}\\)$`),
        )
  })

  it('the database itself refuses an overlap and host bits, no matter who writes', async () => {
    const { db } = database.get()
    const insert = (network: string) =>
      db.insertInto('company_subnet').values({ company_id: 1, network }).execute()
    await expect(insert('10.20.1.0/24')).rejects.toMatchObject({
      code: '23P01',
      constraint: 'company_subnet_no_overlap',
    })
    await expect(insert('10.20.0.0/8')).rejects.toThrow(/invalid cidr/)
    await expect(insert('fd00::/8')).rejects.toThrow(/check constraint/)
  })

  // PGlite has one connection, and so no other writer.
  if (database.kind === 'postgres') {
    it('tells a race that only the constraint decided in the same words', async () => {
      await save(8, { subnets: [] })
      const other = new pg.Client({ connectionString: database.url() })
      await other.connect()
      try {
        await other.query('begin')
        await other.query(`insert into company_subnet (company_id, network) values (2, '10.100.0.0/16')`)
        const saving = add(8, ['10.100.3.0/24'])
        await untilWaiting(database.get().db, 'insert into "company_subnet"')
        await other.query('commit')
        const answer = await saving
        expect([answer.code, issuesOf(answer)]).toEqual([
          400,
          [
            {
              field: 'companySubnets.0.domainIp',
              message: 'overlaps 10.100.0.0/16 of Prairie Alarm (SAP 1000002)',
            },
          ],
        ])
      } finally {
        await other.end()
      }
    })

    it('a writer that gives up leaves the network to the one that waited', async () => {
      const other = new pg.Client({ connectionString: database.url() })
      await other.connect()
      try {
        await other.query('begin')
        await other.query(`insert into company_subnet (company_id, network) values (2, '10.101.0.0/16')`)
        const saving = add(8, ['10.101.0.0/16'])
        await untilWaiting(database.get().db, 'insert into "company_subnet"')
        await other.query('rollback')
        expect((await saving).code).toBe(200)
      } finally {
        await other.end()
      }
    })
  }
})
