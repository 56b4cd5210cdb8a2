import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { SeedPart } from './seed.ts'

const minutesApart = 5
const hours = 24

/** The demo world's samples before its first start, so that the charts have something to show from the beginning. */
export const webConnectSeed: SeedPart = {
  name: 'webconnect',
  async run(trx, moment) {
    const now = moment.getTime()
    const steps = (hours * 60) / minutesApart
    for (const [place, { name, connections }] of world.webconnectContainers.entries()) {
      const samples = Array.from({ length: steps }, (_, i) => {
        const at = now - (steps - i) * minutesApart * 60_000
        const wave = Math.sin(at / 2_400_000 + place) + Math.sin(at / 7_700_000 + 2 * place) / 2
        const count = Math.round(connections * (1 + 0.015 * wave))
        return {
          container_name: name,
          at: new Date(at),
          connection_count: count,
          cpu_usage: Math.round((12 + count / 16 + 3 * wave) * 10) / 10,
          memory_usage: Math.round(520 + count * 1.6 + 18 * wave),
        }
      })
      await trx
        .insertInto('webconnect_sample')
        .values(samples)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  },
}
