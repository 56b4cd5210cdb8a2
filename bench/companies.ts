// The list of 10,000 companies and one company with its settings, by the real calls over HTTP, beside the same SQL
// through pg. Needs PostgreSQL's programs.
import pg from 'pg'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { onCluster } from './support/bench-cluster.ts'
import { fillCompanies } from './support/company-data.ts'
import { type BenchServer, startBenchServer } from './support/load.ts'
import { median, percentile, print } from './support/report.ts'

const companies = 10_000
const rounds = 10
const callsPerRound = 10

const listSql = `select id as "companyId", name as "companyName", sap_company_id as "sapCompanyId",
  sap_sales_region as "sapSalesRegion" from company order by lower(name), id`
const companySql = 'select * from company where id = $1'

async function read({ url, token }: BenchServer, path: string): Promise<number> {
  const answer = await fetch(`${url}/api/companymanager/v1/companies${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data, message } = (await answer.json()) as {
    data: { companyInfos?: unknown[] } | null
    message: string
  }
  if (!data) throw new Error(`The call was answered ${answer.status}: ${message}`)
  return data.companyInfos?.length ?? 1
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < callsPerRound; i++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times
}

await onCluster('Companies', await startCluster(), async (cluster) => {
  const server = await startBenchServer('ours', cluster.url)
  const client = new pg.Client({ connectionString: cluster.url })
  try {
    await client.connect()
    await fillCompanies(client, companies)
    const { rows } = await client.query<{ id: number }>('select id from company order by id desc limit 1')
    const last = rows[0]?.id ?? 1
    const anyId = () => last - Math.floor(Math.random() * 5000)
    const listed = await read(server, '')
    if (listed !== companies) throw new Error(`${listed} companies are listed, not ${companies}`)
    const times = {
      list: [] as number[],
      bareList: [] as number[],
      one: [] as number[],
      bareOne: [] as number[],
    }
    // In turns, so that a machine that slows down slows all of them down.
    for (let i = 0; i < rounds; i++) {
      times.list.push(...(await timed(() => read(server, ''))))
      times.bareList.push(...(await timed(() => client.query(listSql))))
      times.one.push(...(await timed(() => read(server, `/${anyId()}/rpscontrols`))))
      times.bareOne.push(...(await timed(() => client.query(companySql, [anyId()]))))
    }
    const figures = (what: string, call: number[], bare: number[], baseline: string) => [
      {
        what: `${what}, median`,
        measured: median(call),
        unit: 'ms',
        baseline: { what: baseline, value: median(bare) },
      },
      {
        what: `${what}, p95`,
        measured: percentile(call, 0.95),
        unit: 'ms',
        baseline: { what: baseline, value: percentile(bare, 0.95) },
      },
    ]
    print(
      `Companies (${companies.toLocaleString('en-US')} of them, ${rounds * callsPerRound} calls, one after the other)`,
      [
        ...figures('list, read and parsed', times.list, times.bareList, 'the same SQL through pg'),
        ...figures('one company with its settings', times.one, times.bareOne, 'its row through pg'),
      ],
    )
  } finally {
    await client.end()
    await server.stop()
  }
})
