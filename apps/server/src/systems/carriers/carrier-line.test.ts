import { afterEach, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createCarrierLine } from './carrier-line.ts'

const patiently = { timeout: 20_000 }

describeOnOneDatabase('D30 who waits for a carrier sees how many are before them', (database) => {
  const rows = () => database.get().db.selectFrom('carrier_line').selectAll().execute()
  // Anyone who leaves the line is taken out of it beside what goes on.
  afterEach(() => expect.poll(rows, patiently).toEqual([]))

  /** Two servers of one database; all who stand in a line there until they are let go. */
  function servers() {
    const clock = createTestClock()
    const pace = { isSlow: false, callMs: 400 as number | undefined }
    const warned: string[] = []
    const log = { warn: (_facts: object, message: string) => void warned.push(message) }
    const { db } = database.get()
    const server = () => createCarrierLine({ db, clock, log, vendorCode: 'ATT', pace: () => pace })
    /** The place once it is written down again. */
    const placeOf = async (line: ReturnType<typeof server>, iccid: string) => {
      await clock.advance(1000)
      return line.placeOf(iccid)
    }
    const stand = async (line: ReturnType<typeof server>, iccid: string, calls: number) => {
      const { promise, resolve: letGo } = Promise.withResolvers<void>()
      const done = line.stand(iccid, calls, () => promise)
      const goes = async () => {
        letGo()
        await done
      }
      // The database's clock goes by itself: no one comes before the one before is written down.
      await expect.poll(() => placeOf(line, iccid), patiently).toBeDefined()
      return goes
    }
    return { clock, pace, warned, one: server(), other: server(), stand, placeOf }
  }

  it('on any server, in the order in which they came, by the calls that are left and their pace', async () => {
    const { pace, warned, one, other, stand, placeOf } = servers()
    const first = await stand(one, '11', 2)
    const second = await stand(other, '22', 2)
    const third = await stand(one, '33', 1)
    await expect
      .poll(() => placeOf(other, '33'), patiently)
      .toEqual({ ahead: 2, aboutSeconds: 2, isSlow: false })
    expect(await one.placeOf('33')).toEqual(await other.placeOf('33'))
    expect(await one.placeOf('11')).toEqual({ ahead: 0, aboutSeconds: 1, isSlow: false })
    expect(await one.placeOf('44')).toBeUndefined()

    await first()
    await expect.poll(() => placeOf(other, '33'), patiently).toMatchObject({ ahead: 1, aboutSeconds: 2 })
    Object.assign(pace, { isSlow: true, callMs: undefined })
    await expect
      .poll(() => placeOf(other, '33'), patiently)
      .toEqual({ ahead: 1, aboutSeconds: null, isSlow: true })

    await second()
    await third()
    expect(warned).toEqual([])
  })

  it('and nothing of who has only begun', async () => {
    const { clock, one } = servers()
    const begun = one.stand('11', 1, () => clock.wait(100))
    expect(await one.placeOf('11')).toBeUndefined()
    await clock.advance(100)
    await begun
  })

  it('and no one of a server that is gone', async () => {
    const { one, other, stand, placeOf } = servers()
    const { db } = database.get()
    const gone = await stand(one, '11', 2)
    const here = await stand(other, '22', 2)
    await expect.poll(() => placeOf(other, '22'), patiently).toMatchObject({ ahead: 1 })
    const longAgo = new Date(Date.now() - 11_000)
    // A writing that began before may come after the first of these.
    await expect
      .poll(async () => {
        await db.updateTable('carrier_line').set({ seen_at: longAgo }).where('iccid', '=', '11').execute()
        return other.placeOf('22')
      }, patiently)
      .toMatchObject({ ahead: 0 })
    expect(await other.placeOf('11')).toBeUndefined()
    await gone()
    await here()
  })

  it('while a line that cannot be written down holds no one up', async () => {
    const { clock, warned, one, stand } = servers()
    const { db } = database.get()
    await db.schema.alterTable('carrier_line').renameTo('away').execute()
    const unseen = one.stand('11', 1, () => clock.wait(3000))
    await clock.advance(1000)
    await expect.poll(() => warned.length, patiently).toBe(1)
    await clock.advance(2000)
    await unseen
    await db.schema.alterTable('away').renameTo('carrier_line').execute()
    await (await stand(one, '22', 1))()
  })
})
