import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { inspectFile, openReport, runImport } from './index.ts'

const samples = join(import.meta.dirname, '../../../../../docs/import')
const operator = { issuer: 'os', subject: 'pat', email: 'pat', sessionId: '', tokenId: '' }

describeOnOneDatabase('D3, 2.10 import of CSR servers and releases', (database) => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-import-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    const { db } = database.get()
    await db.deleteFrom('csr').execute()
    await db.deleteFrom('csr_release').execute()
  })

  /** Counts of each file, and what was complained about. */
  async function load(paths: string[], dryRun = false) {
    const complaints: string[] = []
    const report = await openReport(async (line) => void complaints.push(line), undefined)
    const { files } = await runImport(database.get(), {
      secrets: testSecrets,
      files: await Promise.all(paths.map(inspectFile)),
      dryRun,
      operator,
      report,
      onProgress: () => {},
      signal: new AbortController().signal,
    })
    await report.close()
    return {
      counts: files.map(({ added, changed, bad }) => [added, changed, bad]),
      complaints: complaints.join(''),
    }
  }
  const text = (name: string, lines: string[]): string => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const both = [join(samples, 'csr-servers.csv'), join(samples, 'csr-releases.csv')]
  const servers = () =>
    database
      .get()
      .db.selectFrom('csr')
      .select(['server', 'ip_address', 'release', 'description', 'status'])
      .orderBy('server')
      .execute()

  it('loads the samples, releases first; the same again changes nothing', async () => {
    expect(await load(both, true)).toEqual({
      counts: [
        [3, 0, 0],
        [2, 0, 0],
      ],
      complaints: '',
    })
    expect(await servers()).toEqual([])
    await load(both)
    expect((await servers())[1]).toEqual({
      server: 'csr-east-2',
      ip_address: '10.60.1.12',
      release: '4.2.1',
      description: 'East coast, standby',
      status: 'Succeeded',
    })
    expect((await load(both)).counts).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  it('changes address and description of a server that is there, never what runs on it', async () => {
    await load(both)
    const path = text('moved.csv', ['server,ipAddress,releaseVersion', 'csr-east-1,10.60.9.9,4.2.1'])
    expect((await load([path])).counts).toEqual([[0, 1, 0]])
    expect((await servers())[0]).toMatchObject({
      ip_address: '10.60.9.9',
      release: '5.0.0',
      description: 'East coast',
    })
  })

  it('reports an unknown release, an address that another server has, and cells that are none', async () => {
    await load(both)
    const { counts, complaints } = await load([
      text('bad.csv', [
        'server,ipAddress,releaseVersion',
        'csr-a,10.0.0.1,9.9.9',
        'csr-b,10.60.1.11,5.0.0',
        'csr-c,10.0.0.300,5.0.0',
        'csr-d,10.0.0.4,latest',
        'csr-e,10.0.0.5,5.0.0',
        'csr-f,10.0.0.5,5.0.0',
      ]),
    ])
    expect(counts).toEqual([[1, 0, 5]])
    for (const sentence of [
      'is no release; import it first',
      'is the address of csr-east-1',
      'must be an IPv4 address',
      'must be a release, as 5.0.0',
      'is the address of csr-e in this import',
    ])
      expect(complaints).toContain(sentence)
  })
})
