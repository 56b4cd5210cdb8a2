import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { SeedPart } from './seed.ts'

/** The demo world's CSR servers and releases; their agents are played by the field. */
export const csrSeed: SeedPart = {
  name: 'csr',
  async run(trx) {
    const versions = world.csrReleases.map((version) => ({ version }))
    await trx
      .insertInto('csr_release')
      .values(versions)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // What an import has brought before stays.
    await trx
      .insertInto('csr')
      .values(
        world.csrs.map(({ server, ipAddress, description, release }) => ({
          server,
          ip_address: ipAddress,
          description,
          release,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
}
