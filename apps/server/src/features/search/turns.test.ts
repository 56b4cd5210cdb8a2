import { expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { linesAtOnce, resolveLines } from './resolve.ts'
import type { Readable } from './source.ts'
import { createTurns } from './turns.ts'

describeOnOneDatabase('G5 long lists of a search', (database) => {
  /** A source that answers when it is let go, and says how many lines it has been asked about. */
  function slowSource() {
    const asked: string[] = []
    const letGo: (() => void)[] = []
    let running = 0
    let most = 0
    const source: Readable = {
      may: () => true,
      kind: 'company',
      async find(_db, { name }) {
        asked.push(name)
        most = Math.max(most, ++running)
        await new Promise<void>((resolve) => letGo.push(resolve))
        running--
        return []
      },
      describe: async () => new Map(),
    }
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    /** The lists have had their first look as a whole, and lines are looked up. */
    const begin = async () => {
      while (running === 0) await turn()
    }
    const pass = async () => {
      while (running > 0) {
        for (const go of letGo.splice(0)) go()
        await turn()
      }
    }
    return { source, asked, begin, pass, most: () => most }
  }
  const list = (who: string, lines = 20) => Array.from({ length: lines }, (_, n) => `${who} ${n}`).join('\n')

  it('of all lists on a server a few lines are looked up at a time, each list in its turn', async () => {
    const { source, asked, begin, pass, most } = slowSource()
    const turns = createTurns(linesAtOnce)
    const { signal } = new AbortController()
    const all = ['ann', 'bob', 'cleo'].map((who) =>
      resolveLines(database.get().db, [source, source, source], list(who), { signal, turns }),
    )
    await begin()
    await pass()
    for (const items of await Promise.all(all)) expect(items).toHaveLength(20)
    expect(most()).toBe(linesAtOnce)
    const firstHalf = new Set(asked.slice(0, asked.length / 2).map((name) => name.split(' ')[0]))
    expect(firstHalf).toEqual(new Set(['ann', 'bob', 'cleo']))
  })

  it('a list whose caller has gone is looked up no further, and holds up no other', async () => {
    const { source, asked, begin, pass } = slowSource()
    const turns = createTurns(linesAtOnce)
    const leaving = new AbortController()
    const gone = resolveLines(database.get().db, [source], list('gone'), { signal: leaving.signal, turns })
    const stays = resolveLines(database.get().db, [source], list('stays'), {
      signal: new AbortController().signal,
      turns,
    })
    await begin()
    leaving.abort(new Error('gone'))
    await Promise.all([expect(gone).rejects.toThrow('gone'), pass()])
    expect(await stays).toHaveLength(20)
    expect(asked.filter((name) => name.startsWith('gone'))).toHaveLength(linesAtOnce)
  })
})
