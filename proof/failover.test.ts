import { expect, it } from 'vitest'
import { findPrograms } from '../apps/server/src/testing/postgres-programs.ts'
import { failover } from './support/failover.ts'

// The short form of `npm run task -- failover`; skipped where no PostgreSQL is installed.
it.skipIf(!findPrograms())(
  'D52 servers follow a promotion without a restart, and nothing acknowledged is lost',
  async () => {
    const said: string[] = []
    const say = (line: string) => said.push(line)
    const moves = await failover({
      ends: ['cut off'],
      isSynchronous: true,
      agents: 6,
      thinksMs: 500,
      say,
    })
    const { rounds, verdict, ledger, brokenStreams, restarts } = moves
    expect(verdict, said.join('\n')).toEqual({ lost: [], twice: [], wrong: [] })
    expect({ brokenStreams, restarts }).toEqual({ brokenStreams: 0, restarts: 0 })
    expect(rounds.map(({ writtenToFormer }) => writtenToFormer)).toEqual([0])
    // Each server said that it was not ready, and wrote again.
    expect(rounds.flatMap(({ redAfter }) => redAfter)).not.toContain(undefined)
    expect(rounds.map(({ writesAfter }) => writesAfter.length)).toEqual([2])
    // The work under it was there to be lost.
    expect(ledger.acknowledged.size).toBeGreaterThan(10)
  },
  300_000,
)
