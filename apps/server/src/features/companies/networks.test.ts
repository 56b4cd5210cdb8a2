import { isPrivate, type Network, networkProblem, overlap, rangeOf } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'

const part = fc.integer({ min: 0, max: 255 })
const address = fc.oneof(
  fc.tuple(part, part, part, part).map((parts) => parts.join('.')),
  // Close to each other, so that overlaps are no rarity.
  fc
    .tuple(fc.constantFrom('10.20', '172.16', '172.31', '192.168'), part, part)
    .map((parts) => parts.join('.')),
)
const network: fc.Arbitrary<Network> = fc.record({
  domainIp: address,
  cidr: fc.integer({ min: 0, max: 32 }),
})

describeOnEachDatabase("D26 the contract's networks beside PostgreSQL's inet", (database) => {
  it('agree on range, host bits, private space and overlap', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(network, network), { minLength: 500, maxLength: 500 }),
      async (pairs) => {
        const texts = (pick: 0 | 1) => pairs.map((pair) => `${pair[pick].domainIp}/${pair[pick].cidr}`)
        const { rows } = await sql`
          select host(network(one)) as "from", host(broadcast(one)) as "to", one <> network(one)::inet as "hasHostBits",
            (one <<= '10.0.0.0/8' or one <<= '172.16.0.0/12' or one <<= '192.168.0.0/16') as "isPrivate",
            one && other as overlap
          from unnest(${texts(0)}::inet[], ${texts(1)}::inet[]) with ordinality as pair (one, other, position)
          order by position`.execute(database.get().db)
        const ours = pairs.map(([one, other]) => {
          const range = rangeOf(one)
          return {
            from: range && dotted(range.from),
            to: range && dotted(range.to),
            hasHostBits: range?.hasHostBits,
            isPrivate: isPrivate(one),
            overlap: overlap(one, other),
          }
        })
        expect(ours).toEqual(rows)
      },
    )
    await fc.assert(property, { numRuns: 20 })
  })

  it('what the contract takes as a subnet is a network for the database', async () => {
    const taken = fc
      .sample(network, 5000)
      .map((each) => ({ ...each, domainIp: dotted(rangeOf(each)?.from ?? 0) }))
      .filter((each) => networkProblem(each) === undefined)
    const { rows } = await sql<{ count: number }>`
      select count(network)::integer as count
      from unnest(${taken.map(({ domainIp, cidr }) => `${domainIp}/${cidr}`)}::cidr[]) as network`.execute(
      database.get().db,
    )
    expect(rows[0]?.count).toBe(taken.length)
  })
})

/** Not by the function that is being judged. */
const dotted = (address: number) =>
  [2 ** 24, 2 ** 16, 2 ** 8, 1].map((unit) => Math.floor(address / unit) % 256).join('.')
