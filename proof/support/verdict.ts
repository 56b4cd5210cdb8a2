import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startProgram } from '../../apps/server/src/testing/run-program.ts'
import type { Caller } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { Stage } from './stage.ts'

/** What must be empty, and what it was about. */
export interface Verdict {
  /** Acknowledged, and not there. */
  lost: string[]
  /** Done more than once. */
  twice: string[]
  /** Answers that break a promise, and records that say what is not so. */
  wrong: string[]
}

/** What there is: our database's rows, what the field was asked, and what a carrier says of a SIM. */
export interface Facts {
  database: { query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> }
  asked: readonly { action: string; iccid: string; count: number }[]
  statusOf(iccid: string): Promise<string>
}

const quietWithinMs = 300_000

/** Holds what there is, with nothing broken any more, against what the agents were told. */
export async function judge(stage: Stage, ledger: Ledger, caller: Caller, token: string): Promise<Verdict> {
  const client = new pg.Client(stage.databaseUrl())
  await client.connect()
  try {
    const open = await untilQuiet(client)
    const { counts } = (await (await fetch(`${stage.fieldUrl}/control/requests?limit=1`)).json()) as {
      counts: Facts['asked']
    }
    const verdict = await compare(
      {
        database: { query: async (text, values) => ({ rows: (await client.query(text, values)).rows }) },
        asked: counts,
        async statusOf(iccid) {
          const answer = await caller.call('queryDevice', token, { params: { SimId: iccid } })
          return answer.kind === 'done' ? (answer.data as { deviceStatus: string }).deviceStatus : answer.kind
        },
      },
      ledger,
    )
    if (open > 0) verdict.lost.push(`${open} undertakings have not ended`)
    await holdChain(stage, verdict)
    return verdict
  } finally {
    await client.end()
  }
}

/** What the agents were told beside what there is. */
export async function compare(facts: Facts, ledger: Ledger): Promise<Verdict> {
  const verdict: Verdict = { lost: [], twice: [], wrong: [...ledger.wrong] }
  await holdTrail(facts, ledger, verdict)
  await holdCompanies(facts, ledger, verdict)
  await holdClaims(ledger, verdict)
  await holdDeactivations(facts, ledger, verdict)
  await holdDeployments(facts, verdict)
  return verdict
}

/** How many undertakings are left when it has waited long enough. */
async function untilQuiet(client: pg.Client): Promise<number> {
  for (const end = Date.now() + quietWithinMs; ; await pause(500)) {
    const { rows } = await client.query<{ open: string }>(`
      select (select count(*) from csr_deployment where state in ('pending', 'running'))
        + (select count(*) from deactivation where state in ('ready', 'asking', 'waiting', 'settling'))
        + (select count(*) from deactivation_batch where finished_at is null) as open`)
    const open = Number(rows[0]?.open)
    if (open === 0 || Date.now() > end) return open
  }
}

async function holdTrail({ database }: Facts, ledger: Ledger, verdict: Verdict): Promise<void> {
  const { rows } = await database.query<{ transaction_id: string; done: string }>(
    `select transaction_id, count(*) filter (where result in ('Success', 'Accepted')) as done
     from user_action where transaction_id = any($1::uuid[]) group by 1`,
    [[...ledger.acknowledged.keys()]],
  )
  const done = new Map(rows.map((row) => [row.transaction_id, Number(row.done)]))
  for (const [transaction, what] of ledger.acknowledged) {
    const entries = done.get(transaction) ?? 0
    if (entries === 0) verdict.lost.push(`${what} (${transaction}) has no entry in the audit trail`)
    if (entries > 1 && ledger.doneOnce.has(transaction))
      verdict.twice.push(`${what} (${transaction}) has ${entries} entries that say it was done`)
  }
}

async function holdCompanies({ database }: Facts, ledger: Ledger, verdict: Verdict): Promise<void> {
  const { rows } = await database.query<{ sap_company_id: string; count: string }>(
    'select sap_company_id, count(*) from company where sap_company_id = any($1) group by 1',
    [[...ledger.created.keys()]],
  )
  const counts = new Map(rows.map((row) => [row.sap_company_id, Number(row.count)]))
  for (const [sapCompanyId, acknowledged] of ledger.created) {
    const count = counts.get(sapCompanyId) ?? 0
    if (acknowledged && count === 0)
      verdict.lost.push(`company ${sapCompanyId} was created, and is not there`)
    if (count > 1) verdict.twice.push(`company ${sapCompanyId} was created ${count} times`)
  }
}

async function holdClaims(ledger: Ledger, verdict: Verdict): Promise<void> {
  for (const [what, { claim, read }] of ledger.claims) {
    const seen = await read()
    if (seen === undefined) verdict.wrong.push(`the ${what} cannot be read though all is well`)
    else if (!claim.allows(seen)) verdict.lost.push(`the ${what} is '${seen}', and must be ${claim}`)
  }
}

/** What each row says of its SIM is what its carrier says, and no one was cut off twice. */
async function holdDeactivations(
  { database, asked, statusOf }: Facts,
  ledger: Ledger,
  verdict: Verdict,
): Promise<void> {
  for (const { action, iccid, count } of asked)
    if (action === 'deactivate-again')
      verdict.twice.push(`SIM ${iccid} was to be deactivated ${count} times after it was`)
  const { rows } = await database.query<{ iccid: string; batch_id: string; state: string }>(
    'select iccid, batch_id, state from deactivation',
  )
  const states = new Map(rows.map((row) => [row.iccid, row.state]))
  for (const iccid of ledger.deactivated)
    if (states.get(iccid) !== 'done') verdict.lost.push(`SIM ${iccid} was deactivated, says the answer alone`)
  for (const [batchId, iccids] of ledger.batches) {
    const kept = rows.filter((row) => row.batch_id === batchId).length
    if (kept !== iccids.length) verdict.lost.push(`batch ${batchId} has ${kept} of ${iccids.length} rows`)
  }
  for (const { iccid, state } of rows) {
    const status = await statusOf(iccid)
    const isOff = status === 'Deactivated'
    if ((state === 'done' && !isOff) || (state === 'failed' && isOff))
      verdict.wrong.push(`SIM ${iccid} is '${state}' here and '${status}' at its carrier`)
  }
}

async function holdDeployments({ database, asked }: Facts, verdict: Verdict): Promise<void> {
  const { rows } = await database.query<{ ip: string; count: string }>(
    `select ip_address as ip, count(*) from csr_deployment join csr using (csr_id) group by 1`,
  )
  const ordered = new Map(rows.map((row) => [row.ip, Number(row.count)]))
  for (const { action, iccid: ip, count } of asked)
    if (action === 'begin' && count > (ordered.get(ip) ?? 0))
      verdict.twice.push(`CSR ${ip} began ${count} deployments of ${ordered.get(ip) ?? 0}`)
}

/** The chain fits, and reaches at least as far as every head that a server logged. */
async function holdChain({ env, servers }: Stage, verdict: Verdict): Promise<void> {
  const heads = servers.flatMap((server) => server.heads)
  const newest = heads.sort((a, b) => numberOf(a) - numberOf(b)).at(-1)
  const { code, out, err } = await startProgram('audit.ts', ['verify', ...(newest ? [newest] : [])], {
    ...env,
    DEMO: 'on',
  }).ended
  if (code !== 0) verdict.wrong.push(`the audit trail does not fit: ${out}${err}`)
}

const numberOf = (head: string) => (JSON.parse(head) as { number: number }).number
