import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sweep } from '@support-console/contract'
import { sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts'
import { type FieldDrift, fillFleet } from '../../apps/server/src/testing/fleet-world.ts'
import { type KeyServer, startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { parseCsv } from '../../apps/server/src/testing/parse-csv.ts'
import {
  type ServerProcess,
  startServerProcess,
  stopServerProcess,
} from '../../apps/server/src/testing/server-process.ts'
import { Program } from '../../e2e/support/program.ts'
import { freePort } from '../../scripts/testing/free-port.ts'

const dayMs = 86_400_000
const clockModule = join(import.meta.dirname, 'movable-clock.ts')
/** So long before the first night AT&T's list was read last, so that there is much to list. */
const listedDaysAgo = 60
/** The field's other SIMs changed at even steps of so many days, at least two days ago. */
const changedDays = 700
/** On a busy machine a call may take too long, and is made again: the hold lets so many more through. */
const mostAskedAgain = 5
/** A night is found to have begun by the survey, in seconds. */
const surveySeconds = 5

interface Wish {
  sims: number
  /** Half of them are the outside world's, and half of those come between the nights. */
  drift: number
  seed: number
  /** Of the server; its database has the demo world. */
  settings: { DATA_DIR: string; DATABASE_URL?: string; SECRETS_KEY?: string }
  say: (line: string) => void
}

/** What was wrong with the nights, each as a sentence. */
export interface NightsVerdict {
  missing: string[]
  invented: string[]
  since: string[]
  twice: string[]
}

interface Found {
  name: string
  since: number
  stand: string
}

/** Two nights over a fleet with drifts, the server killed three times between; everything is asked of the server, as people do. */
export async function proveNights(wish: Wish): Promise<NightsVerdict> {
  const nights = await Nights.begin(wish)
  try {
    return await nights.prove()
  } finally {
    await nights.end()
  }
}

class Nights {
  readonly #wish: Wish
  readonly #keys: KeyServer
  readonly #token: string
  readonly #field: Program
  readonly #fieldUrl: string
  readonly #verdict: NightsVerdict = { missing: [], invented: [], since: [], twice: [] }
  /** How far ahead of the machine's clock all programs are. */
  #aheadMs: number
  #server: ServerProcess | undefined
  #url = ''
  /** What is to be found, with the earliest and the latest moment that may be its since. */
  readonly #expected = new Map<string, readonly [number, number]>()

  static async begin(wish: Wish): Promise<Nights> {
    const keys = await startKeyServer()
    const token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 10 * 86_400 })
    return new Nights(wish, keys, token, await freePort())
  }

  private constructor(wish: Wish, keys: KeyServer, token: string, fieldPort: number) {
    this.#wish = wish
    this.#keys = keys
    this.#token = token
    this.#fieldUrl = `http://localhost:${fieldPort}`
    this.#field = new Program('apps/field/src/main.ts', {
      FIELD_PORT: String(fieldPort),
      FIELD_DELAYS: 'none',
      DEMO_STORY: 'still',
      FIELD_ATT_CALLS_PER_SECOND: '1000000',
      FIELD_SIMS: String(wish.sims),
      FIELD_DRIFT_SEED: String(wish.seed),
      NODE_OPTIONS: `--import ${clockModule}`,
    })
    const tonight = new Date()
    tonight.setUTCHours(22, 1, 0, 0)
    this.#aheadMs = (tonight.getTime() - Date.now() + dayMs) % dayMs
  }

  async end(): Promise<void> {
    if (this.#server) await stopServerProcess(this.#server)
    await this.#field.stop()
    await this.#keys.close()
  }

  async prove(): Promise<NightsVerdict> {
    const { sims, drift, say } = this.#wish
    const knownSince = this.#now() - 3 * dayMs
    const ofField = Math.floor(drift / 2)
    const first = await this.#startField(Math.floor(ofField / 2))
    await this.#fill(drift - ofField, first, knownSince)

    const pages = Math.max(1, Math.floor((sims * listedDaysAgo) / changedDays / 50 / 2))
    const share = Math.floor(sims / 14)
    const slack = pages > mostAskedAgain ? mostAskedAgain : 0
    await this.#hold('devices?', pages + slack)
    await this.#start()
    await this.#killAt(({ listed }) => listed >= pages * 50)
    await this.#hold('devices/89', Math.floor(share * 0.6) + slack)
    await this.#start()
    await this.#killAt(({ read }) => read >= Math.floor(share * 0.6))
    await this.#start()
    const firstNight = await this.#untilEnded('')
    await this.#judge(firstNight, this.#expected.size)

    if (this.#server) await stopServerProcess(this.#server)
    this.#aheadMs += dayMs
    const found = new Set(first.map(({ iccid }) => iccid))
    await this.#field.stop()
    const fresh = (await this.#startField(ofField)).filter(({ iccid }) => !found.has(iccid))
    this.#expect(fresh, this.#now())
    await this.#hold('devices/89', Math.floor(share * 0.8) + slack)
    await this.#start()
    await this.#killAt(({ read }) => read >= Math.floor(share * 0.8), firstNight.sweepId)
    await this.#start()
    const secondNight = await this.#untilEnded(firstNight.sweepId)
    await this.#judge(secondNight, fresh.length)
    say(`${this.#expected.size} drifts among ${sims.toLocaleString('en-US')} SIMs`)
    return this.#verdict
  }

  #now = () => Date.now() + this.#aheadMs

  async #startField(drift: number): Promise<FieldDrift[]> {
    await this.#field.start({ FIELD_DRIFT: String(drift), CLOCK_AHEAD_MS: String(this.#aheadMs) })
    const answer = await fetch(`${this.#fieldUrl}/control/drift`)
    return ((await answer.json()) as { drift: FieldDrift[] }).drift
  }

  /** The inventory of the fleet alone, as it was known three days ago. */
  async #fill(drift: number, told: readonly FieldDrift[], knownSince: number): Promise<void> {
    const { sims, settings } = this.#wish
    const { db, close } = await openDatabase({
      url: settings.DATABASE_URL ?? '',
      folder: settings.DATA_DIR,
      connections: 2,
    })
    for (const table of ['csr', 'sim', 'panel']) await sql`delete from ${sql.table(table)}`.execute(db)
    const names = await fillFleet(db, { sims, drift, told, knownSince: new Date(knownSince) })
    await sql`insert into sweep_carrier (carrier, watermark)
      values ('ATT', ${new Date(this.#now() - listedDaysAgo * dayMs)})`.execute(db)
    await close()
    const told3DaysAgo = [knownSince, knownSince] as const
    for (const name of names)
      if (/^(?:still-billed|no-panel)/.test(name)) this.#expected.set(name, told3DaysAgo)
      else this.#expected.set(name, [this.#now(), Number.POSITIVE_INFINITY])
  }

  #expect(drifts: readonly FieldDrift[], from: number): void {
    for (const { drift, iccid } of drifts)
      this.#expected.set(`${drift === 'gone' ? 'gone-there' : 'imei-changed'} ${iccid}`, [
        from,
        Number.POSITIVE_INFINITY,
      ])
  }

  async #start(): Promise<void> {
    const { settings, say } = this.#wish
    const began = Date.now()
    this.#server = startServerProcess(
      {
        OIDC_ISSUER: this.#keys.issuer,
        FIELD_URL: this.#fieldUrl,
        LOG_LEVEL: 'error',
        CALLS_PER_MINUTE: '100000',
        OVERLOAD_DELAY_MS: '600000',
        ATT_CALLS_PER_SECOND: '1000',
        SWEEP_HOURS: '22-6',
        SWEEP_RATES: 'ATT=1000,VZN=1000,AERIS=1000,WYLESS=1000',
        FLEET_SURVEY_SECONDS: String(surveySeconds),
        CLOCK_AHEAD_MS: String(this.#aheadMs),
        ...settings,
      },
      { imports: clockModule },
    )
    this.#url = (await this.#server.listening).url
    say(`a server after ${Date.now() - began} ms`)
  }

  /** AT&T answers no more after so many such calls, until it is healed. */
  async #hold(operation: string, after: number): Promise<void> {
    const fault = { system: 'att', fault: 'slow', seconds: 3_600, operation, after }
    await fetch(`${this.#fieldUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
  }

  /** Lets AT&T answer again once it is so far, and kills the server within the next calls. */
  async #killAt(isThere: (lane: Sweep['lanes'][number]) => boolean, notSweepId = ''): Promise<void> {
    const { read, listed } = await this.#until((sweep) => {
      const lane = sweep.sweepId === notSweepId ? undefined : ofAtt(sweep)
      if (lane && !isThere(lane) && sweep.endedAt !== null)
        throw new Error(`The night was ${sweep.state} before it could be killed: ${sweep.reason}`)
      return lane && isThere(lane) ? lane : undefined
    })
    await fetch(`${this.#fieldUrl}/control/faults`, { method: 'DELETE' })
    await pause(Math.random() * 20)
    if (this.#server) await stopServerProcess(this.#server)
    this.#wish.say(`killed with ${listed} listed and ${read} read`)
  }

  async #untilEnded(notSweepId: string): Promise<Sweep> {
    const ended = await this.#until((sweep) =>
      sweep.sweepId !== notSweepId && sweep.endedAt !== null ? sweep : undefined,
    )
    const { listed, read, plannedReads } = ofAtt(ended) ?? {}
    this.#wish.say(`a night ${ended.state}: ${listed} listed, ${read} of ${plannedReads} read`)
    return ended
  }

  async #until<T>(of: (sweep: Sweep) => T | undefined): Promise<T> {
    for (;;) {
      const { sweep } = await this.#get<{ sweep: Sweep | null }>('overview')
      const answer = sweep ? of(sweep) : undefined
      if (answer !== undefined) return answer
      await pause(50)
    }
  }

  async #get<T>(path: string): Promise<T> {
    return ((await (await this.#ask(path)).json()) as { data: T }).data
  }

  async #ask(path: string): Promise<Response> {
    const answer = await fetch(`${this.#url}/api/fleet/v1/${path}`, {
      headers: { authorization: `Bearer ${this.#token}`, 'x-transaction-id': randomUUID() },
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer
  }

  /** Holds what counts after a night against what is expected, and what AT&T was asked against what was planned. */
  async #judge(night: Sweep, fresh: number): Promise<void> {
    const { missing, invented, since, twice } = this.#verdict
    const found = await this.#found()
    const names = new Set(found.flatMap(({ name, stand }) => (stand === 'counts' ? name : [])))
    missing.push(...[...this.#expected.keys()].filter((name) => !names.has(name)))
    for (const { name, since: at } of found) {
      const [from, to] = this.#expected.get(name) ?? []
      if (from === undefined || to === undefined) invented.push(name)
      else if (at < from - 1 || at > to + 1)
        since.push(`${name}: ${new Date(at).toISOString()}, not ${new Date(from).toISOString()}`)
      // It began when it was first seen, and that is as it stays.
      this.#expected.set(name, [at, at])
    }
    const told = await this.#get<{ findings: { fresh: number; gone: number }[] }>(`sweeps/${night.sweepId}`)
    const sum = (of: (each: { fresh: number; gone: number }) => number) =>
      told.findings.reduce((all, each) => all + of(each), 0)
    const counted = [sum((each) => each.fresh), sum((each) => each.gone)]
    this.#wish.say(`${counted[0]} new and ${counted[1]} gone`)
    if (counted.join() !== [fresh, 0].join())
      twice.push(`the night tells of ${counted.join(' new and ')} gone, not of ${fresh} and 0`)
    const lane = ofAtt(night)
    const asked = await this.#readsAtAtt()
    // A call that was under way when the server died is made again.
    if (!lane || lane.read !== lane.plannedReads || asked > lane.read + 2)
      twice.push(`AT&T was asked ${asked} times for ${lane?.read} of ${lane?.plannedReads} reads`)
  }

  async #readsAtAtt(): Promise<number> {
    const answer = await fetch(`${this.#fieldUrl}/control/requests?limit=1`)
    const { counts } = (await answer.json()) as {
      counts: { system: string; action: string; count: number }[]
    }
    return counts
      .filter(({ system, action }) => system === 'att' && action === 'read')
      .reduce((all, { count }) => all + count, 0)
  }

  async #found(): Promise<Found[]> {
    const answer = await this.#ask('export?filter=stand%3Dcounts%2Conce')
    const [header = [], ...records] = parseCsv(`\ufeff${await answer.text()}`)
    const at = (record: string[], name: string) => record[header.indexOf(name)] ?? ''
    return records.map((record) => ({
      name: `${at(record, 'Finding')} ${at(record, 'ID')}`,
      since: Date.parse(at(record, 'Since')),
      stand: at(record, 'Stands'),
    }))
  }
}

const ofAtt = ({ lanes }: Sweep) => lanes.find(({ carrier }) => carrier === 'ATT')
