import { expect, it } from 'vitest'
import { findPrograms } from '../apps/server/src/testing/postgres-programs.ts'
import { chaos } from './support/chaos.ts'
import { shortTroubles } from './support/troubles.ts'

// The short form of `npm run task -- chaos`; skipped where no PostgreSQL is installed.
it.skipIf(!findPrograms())(
  'R43 to R45, D37 agents at two servers lose nothing, do nothing twice and are told nothing wrong while a server, PostgreSQL and neighbours fail',
  async () => {
    const said: string[] = []
    const { verdict, ledger, recoveries } = await chaos({
      seconds: 15,
      agents: 10,
      delayPercent: 3,
      thinksMs: 300,
      troubles: shortTroubles,
      say: (line) => said.push(line),
    })
    expect(verdict, said.join('\n')).toEqual({ lost: [], twice: [], wrong: [] })
    expect(recoveries).toHaveLength(shortTroubles.length)
    // The work under it was there to be lost.
    expect(ledger.acknowledged.size).toBeGreaterThan(20)
    expect(ledger.batches.size).toBeGreaterThan(3)
  },
  300_000,
)
