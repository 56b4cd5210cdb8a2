import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Calls, CompanyBundle, Csr, Panel } from '@support-console/contract'
import { newBody, updateBody } from '../../apps/server/src/testing/company-bodies.ts'
import { simsForBatches } from '../../apps/server/src/testing/demo-sims.ts'
import type { Asked, Caller } from './caller.ts'
import { Claim } from './claim.ts'
import type { Ledger } from './ledger.ts'

/** How long an agent tries the same change again before they leave it in doubt. */
const persistsMs = 90_000
const simsInBatch = 10
/** Agents, and with their numbers CSRs, of which each gets another release once. */
const csrs = { from: 10, to: 16 }
/** SIMs of Verizon that the demo world has for batches. */
const batches = 20

interface AgentParts {
  number: number
  caller: Caller
  token: string
  ledger: Ledger
  /** How long the agents work, in milliseconds. */
  lasts: number
  thinksMs: number
}

/** Someone at the console who reads, changes what is theirs alone, and remembers what they were told. */
export class Agent {
  readonly #parts: AgentParts
  readonly #companyId: number
  readonly #panel: string
  readonly #sim: string
  #over: AbortSignal | undefined
  #made = 0
  /** What they do once, and when: parts of their time. */
  readonly #once: { at: number; work: () => Promise<void> }[] = []

  constructor(parts: AgentParts) {
    this.#parts = parts
    const { number } = parts
    this.#companyId = 1 + number
    this.#panel = `CBS${String(number + 100).padStart(7, '0')}`
    this.#sim = simsForBatches('ATT', number % 200, (number % 200) + 1)[0] ?? ''
    if (number % 2 === 1) this.#later(() => this.#deactivate(this.#sim))
    if (number >= csrs.from && number < csrs.to) this.#later(() => this.#deploy(`127.0.40.${number + 1}`))
    if (number < batches) {
      const first = number * simsInBatch
      this.#later(() => this.#deactivateBatch(simsForBatches('VZN', first, first + simsInBatch)))
    }
  }

  async work(signal: AbortSignal): Promise<void> {
    this.#over = signal
    const begun = Date.now()
    while (!signal.aborted) {
      const passed = (Date.now() - begun) / this.#parts.lasts
      const due = this.#once.findIndex(({ at }) => at <= passed)
      const [once] = due < 0 ? [] : this.#once.splice(due, 1)
      await (once?.work ?? this.#any())()
      await pause(Math.random() * 2 * this.#parts.thinksMs, undefined, { signal }).catch(() => {})
    }
  }

  #later(work: () => Promise<void>): void {
    this.#once.push({ at: Math.random() * 0.8, work })
  }

  #any(): () => Promise<void> {
    const { number } = this.#parts
    const works: readonly (readonly [share: number, work: () => Promise<void>])[] = [
      [8, () => this.#search()],
      [6, () => this.#read('getSimThing', { params: { id: this.#sim } })],
      [4, () => this.#read('getSimTimeline', { params: { id: this.#sim } })],
      [4, () => this.#read('listCompanies')],
      [3, () => this.#read('getSimDetail', { params: { simId: this.#sim } })],
      [3, () => this.#read('getPanelThing', { params: { id: this.#panel } })],
      [3, () => this.#read('listBatches')],
      [2, () => this.#read('listCsrs')],
      [6, () => this.#rename()],
      [4, () => this.#log()],
      [3, () => this.#flag()],
      [2, () => this.#create()],
      ...(number % 2 === 0 ? ([[3, () => this.#toggle()]] as const) : []),
      ...(number < 20 ? ([[3, () => this.#describe()]] as const) : []),
    ]
    let draw = Math.random() * works.reduce((sum, [share]) => sum + share, 0)
    const work = works.find(([share]) => {
      draw -= share
      return draw < 0
    })
    return work?.[1] ?? (() => this.#search())
  }

  async #search(): Promise<void> {
    const answer = await this.#call('findThings', { query: { q: this.#sim } })
    if (answer.kind !== 'done') return
    const { hits } = answer.data as { hits: { id: string }[] }
    if (!hits.some(({ id }) => id === this.#sim))
      this.#parts.ledger.wrong.push(`a search for SIM ${this.#sim} did not find it`)
  }

  async #read(name: keyof Calls, asked: Asked = {}): Promise<void> {
    await this.#call(name, asked)
  }

  async #log(): Promise<void> {
    const message = `Compare SIM ${this.#sim}, ${randomUUID()}`
    await this.#change('postActivityLog', message, {
      body: { SessionId: '', Email: '', Activity: 'SIM Information', ActionMessage: message, Detailinfo: '' },
    })
  }

  async #rename(): Promise<void> {
    const params = { companyId: this.#companyId }
    const load = await this.#call('getCompany', { params })
    if (load.kind !== 'done') return
    const bundle = load.data as CompanyBundle
    const claim = this.#claim(`name of company ${this.#companyId}`, bundle.companyInfo.companyName, () =>
      this.#nameOf(),
    )
    this.#hold(claim, `the name of company ${this.#companyId}`, bundle.companyInfo.companyName)
    const name = `Company ${this.#companyId}, change ${++this.#made}`
    await this.#changeOf(claim, name, 'updateCompany', {
      params,
      body: updateBody(bundle, { info: { companyName: name } }),
    })
  }

  async #nameOf(): Promise<string | undefined> {
    const answer = await this.#call('getCompany', { params: { companyId: this.#companyId } })
    return answer.kind === 'done' ? (answer.data as CompanyBundle).companyInfo.companyName : undefined
  }

  async #describe(): Promise<void> {
    const ip = `127.0.40.${this.#parts.number + 1}`
    const read = async () => {
      const answer = await this.#call('getCsrStatus', { params: { ip } })
      return answer.kind === 'done' ? (answer.data as Csr).description : undefined
    }
    const seen = await read()
    if (seen === undefined) return
    const claim = this.#claim(`description of ${ip}`, seen, read)
    this.#hold(claim, `the description of ${ip}`, seen)
    const description = `${ip}, change ${++this.#made}`
    await this.#changeOf(claim, description, 'describeCsr', {
      params: { ip },
      body: { Description: description },
    })
  }

  async #flag(): Promise<void> {
    const read = async () => {
      const answer = await this.#call('locatePanels', {
        params: { ids: this.#panel },
        query: { queryType: 'cloudId' },
      })
      if (answer.kind !== 'done') return undefined
      return String((answer.data as { panels: Panel[] }).panels[0]?.flagged)
    }
    const seen = await read()
    if (seen === undefined) return
    const claim = this.#claim(`flag of panel ${this.#panel}`, seen, read)
    this.#hold(claim, `the flag of panel ${this.#panel}`, seen)
    const wanted = seen === 'true' ? 'false' : 'true'
    await this.#changeOf(
      claim,
      wanted,
      wanted === 'true' ? 'disablePanelManagement' : 'enablePanelManagement',
      { params: { cloudId: this.#panel } },
    )
  }

  /** Asked for without the state that it is to leave, so that a second time would undo the first. */
  async #toggle(): Promise<void> {
    const params = { SimId: this.#sim }
    const read = async () => {
      const answer = await this.#call('getSimUsability', { params })
      return answer.kind === 'done' ? String(answer.data) : undefined
    }
    const seen = await read()
    if (seen === undefined) return
    const claim = this.#claim(`usability of SIM ${this.#sim}`, seen, read)
    this.#hold(claim, `the usability of SIM ${this.#sim}`, seen)
    // A change that is in doubt may still come, and what this one would lead to is not known.
    if (claim.certain === undefined) return
    const other = seen === 'Usable' ? 'Unusable' : 'Usable'
    await this.#changeOf(claim, other, 'toggleSimUsability', { params })
  }

  async #create(): Promise<void> {
    const { ledger, number } = this.#parts
    const sapCompanyId = String(8_000_000 + number * 1000 + ++this.#made)
    ledger.created.set(sapCompanyId, false)
    const body = newBody({ sapCompanyId, companyName: `Created ${sapCompanyId}` })
    const done = await this.#change('createCompany', `company ${sapCompanyId}`, { body })
    if (done) ledger.created.set(sapCompanyId, true)
  }

  async #deactivate(iccid: string): Promise<void> {
    const done = await this.#change('deactivateSim', `deactivation of ${iccid}`, { params: { SimId: iccid } })
    const row = done?.data as { status: string } | undefined
    if (row?.status.startsWith('Success')) this.#parts.ledger.deactivated.add(iccid)
  }

  async #deactivateBatch(iccids: readonly string[]): Promise<void> {
    const done = await this.#change('batchDeactivation', `batch of ${iccids[0]}`, {
      headers: { prefer: 'respond-async' },
      body: iccids.map((iccid) => ({ iccid, status: 'Ready' })),
    })
    if (done) this.#parts.ledger.batches.set((done.data as { batchId: string }).batchId, iccids)
  }

  async #deploy(ip: string): Promise<void> {
    const list = await this.#call('listCsrs')
    if (list.kind !== 'done') return
    const { info, versionOptions } = list.data as { info: Csr[]; versionOptions: { label: string }[] }
    const now = info.find(({ ipAddress }) => ipAddress === ip)?.name
    const other = versionOptions.find(({ label }) => label !== now)?.label ?? ''
    await this.#change('upgradeCsr', `${other} on ${ip}`, {
      params: { ip },
      body: { IPAddress: ip, Name: other },
    })
  }

  #call(name: keyof Calls, asked: Asked = {}) {
    return this.#parts.caller.call(name, this.#parts.token, asked)
  }

  /** Tries until someone says that it is done, or that it cannot be told, always under the same transaction. */
  async #change(name: keyof Calls, what: string, asked: Asked): Promise<{ data: unknown } | undefined> {
    const transactionId = randomUUID()
    const { acknowledged, doneOnce, busy } = this.#parts.ledger
    for (const end = Date.now() + persistsMs; Date.now() < end; ) {
      const answer = await this.#call(name, { ...asked, transactionId })
      busy.delete(transactionId)
      if (answer.kind === 'done') {
        acknowledged.set(transactionId, what)
        if (saidOnce.includes(name)) doneOnce.add(transactionId)
        return answer
      }
      if (answer.kind === 'refused') {
        if (lastWords.includes(answer.status)) return undefined
        if (answer.status === 'Busy') busy.add(transactionId)
        // With nothing broken any more, a caller who asks again is told the same.
        else if (this.#over?.aborted) return undefined
      }
      await pause(500 + Math.random() * 1_000)
    }
    busy.delete(transactionId)
    return undefined
  }

  async #changeOf(claim: Claim<string>, value: string, name: keyof Calls, asked: Asked): Promise<void> {
    // In doubt from the moment it is asked for: someone may read it before the answer is there.
    claim.doubt(value)
    if (await this.#change(name, `${value} (${name})`, asked)) claim.acknowledge(value)
  }

  #claim(what: string, seen: string, read: () => Promise<string | undefined>): Claim<string> {
    const known = this.#parts.ledger.claims.get(what)
    if (known) return known.claim
    const claim = new Claim(seen)
    this.#parts.ledger.claims.set(what, { claim, read })
    return claim
  }

  #hold(claim: Claim<string>, what: string, seen: string): void {
    if (!claim.allows(seen)) this.#parts.ledger.wrong.push(`${what} reads '${seen}', and must be ${claim}`)
  }
}

/** Refusals that are kept for their transaction: anyone who asks again is told the same (D9). */
const lastWords = ['Conflict', 'CarrierError', 'Unsettled']

/** The changes that leave exactly one entry which says that they were done. */
const saidOnce: readonly (keyof Calls)[] = [
  'postActivityLog',
  'updateCompany',
  'describeCsr',
  'toggleSimUsability',
  'createCompany',
]
