import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Call, calls, isReading } from '@support-console/contract'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from './demo/seed.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { plantFacts } from './testing/plant-facts.ts'
import { readingsOf } from './testing/readings.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { startField, type TestField } from './testing/test-field.ts'

vi.setConfig({ testTimeout: 180_000 })
const run = promisify(execFile)

const root = join(import.meta.dirname, '../../..')
const all = Object.entries(calls as Record<string, Call>)
const readings = all.filter(([, call]) => isReading(call) && call.access !== 'neighbour')

interface Parameter {
  name: string
  in: string
  example?: string
}

interface Part {
  const?: unknown
  type?: string
  properties?: object
  anyOf?: Part[]
  oneOf?: Part[]
  discriminator?: object
}

describeOnOneDatabase('issue 56 the API for others', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  let document: string
  // Where a program finds openapi-fetch, as any of theirs would.
  const folder = join(root, 'node_modules/.cache', `open-api-client-${process.pid}`)
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField()
    await seed(database.get().db, simWorld)
    await plantFacts(database.get().db, keys.issuer)
    console = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, ATT_CALLS_PER_SECOND: '1000' },
    })
    document = await (await fetch(`${console.url}/api/openapi.json`)).text()
    mkdirSync(folder, { recursive: true })
  }, 120_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await console.close()
    await field.stop()
    await keys.close()
  })

  it('56.2 a client made of the document compiles and makes every reading call', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(document)))
    writeFileSync(join(folder, 'read-all.ts'), scriptOf(readings, document))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const flags =
      '--ignoreConfig --strict --skipLibCheck --module nodenext --target esnext --lib esnext,dom --types node'
    await run(process.execPath, [compiler, ...flags.split(' '), join(folder, 'read-all.ts')]).catch(
      ({ stdout }: { stdout: string }) => expect.fail(stdout),
    )
    const { stdout } = await run(process.execPath, [join(folder, 'read-all.js')], {
      env: {
        ...process.env,
        ISC_URL: console.url,
        ISC_TOKEN: await keys.token({ resource_access: { 'support-console': { roles: ['eng-admin'] } } }),
      },
    })
    const answers = JSON.parse(stdout) as [name: string, code: number][]
    expect(new Set(answers.map(([name]) => name))).toEqual(new Set(readings.map(([name]) => name)))
    // All that is asked about is there. What a neighbour does not know is no fault of the client.
    const unexpected = answers.filter(([, code]) => code !== 200 && code !== 404 && code !== 502)
    expect(unexpected).toEqual([])
    const found = answers.filter(([, code]) => code === 200).map(([name]) => name)
    expect(readings.map(([name]) => name).filter((name) => !found.includes(name))).toEqual([])
  })

  it('56.2 parts of a union are told apart by a discriminator, or by what they are', () => {
    const { paths, components } = JSON.parse(document) as { paths: object; components: { schemas: object } }
    const untold = [...unionsIn(paths), ...unionsIn(components)].filter(
      ([, { discriminator }]) => !discriminator,
    )
    expect([...new Set(untold.map(([place]) => place.split(' ').slice(0, 2).join(' ')))]).toEqual([
      // SIMs or a company: by the field that there is.
      '/api/simmanagement/v1/series/check post',
      '/api/simmanagement/v1/series post',
    ])
    expect(components.schemas).toHaveProperty('listFleet_group')
    expect(document).toContain('"group":"#/components/schemas/listFleet_group"')
  })

  it('56.2 says that more may come, and how a stream and its events look', () => {
    const { info, paths } = JSON.parse(document) as {
      info: { description: string }
      paths: Record<string, { get: { responses: { 200: { content: Record<string, object> } } } }>
    }
    expect(info.description).toMatch(/More may come at any time/)
    const contentOf = (path: string) => paths[path]?.get.responses[200].content
    expect(Object.keys(contentOf('/api/news/v1/stream') ?? {})).toEqual(['text/event-stream'])
    const diagnosis = contentOf('/api/diagnosis/v1/panels/{cloudId}')?.['text/event-stream']
    expect(diagnosis).toMatchObject({ schema: { 'x-itemSchema': { properties: { verdict: {} } } } })
  })

  it('56.2 every parameter that must be given has an example that its call takes', () => {
    const { paths } = JSON.parse(document) as {
      paths: Record<string, Record<string, { parameters: Parameter[] }>>
    }
    const refused = all.flatMap(([name, { method, path, params, query }]) => {
      const { parameters = [] } = paths[`/api${path}`]?.[method.toLowerCase()] ?? {}
      const given = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((each) => each.in === place && each.example !== undefined)
            .map((each) => [each.name, each.example]),
        )
      const faults = [params?.safeParse(given('path')), query?.safeParse(given('query'))]
      return faults.some((each) => each?.success === false) ? [name] : []
    })
    expect(refused).toEqual([])
  })

  it('56.2 an example is a command that works as it stands', async () => {
    const { paths } = JSON.parse(document) as {
      paths: Record<string, { get: { 'x-codeSamples': { source: string }[] } }>
    }
    const command = paths['/api/things/v1/panels/{id}']?.get['x-codeSamples'][0]?.source ?? ''
    expect(command).toMatch(/^curl "http.*Authorization: Bearer \$ISC_TOKEN"$/s)
    const here = command.replace(new URL(console.config.http.publicUrl).origin, console.url)
    const { stdout } = await run('sh', ['-c', here], {
      env: { ...process.env, ISC_TOKEN: await keys.token() },
    })
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'Success',
      data: { panel: { cloudId: 'CBS0000001' } },
    })
  })
})

/** Unions of several objects, with where they stand: '/api/x get …'. */
function unionsIn(value: unknown, place = ''): [string, Part][] {
  if (typeof value !== 'object' || value === null) return []
  const parts = (value as Part).anyOf ?? (value as Part).oneOf ?? []
  const isUnion =
    Array.isArray(parts) &&
    parts.filter(({ type, ...part }) => type === 'object' || '$ref' in part).length > 1
  return [
    ...(isUnion ? [[place.trim(), value as Part] as [string, Part]] : []),
    ...Object.entries(value).flatMap(([key, member]) => unionsIn(member, `${place} ${key}`)),
  ]
}

/** A program that makes these calls in all ways and prints what codes they had. */
function scriptOf(asked: [string, Call][], document: string): string {
  const { paths } = JSON.parse(document) as {
    paths: Record<string, Record<string, { parameters: { name: string; schema: Part }[] }>>
  }
  const typed = ({ method, path }: Call, name: string, value: string) => {
    const operation = paths[`/api${path}`]?.[method.toLowerCase()]
    const isNumber = /number|integer/.test(
      operation?.parameters.find((each) => each.name === name)?.schema.type ?? '',
    )
    return isNumber ? Number(value) : value
  }
  const lines = asked.flatMap(([name, call]) =>
    readingsOf(name, call).map(({ path, body }) => {
      const [address = '', search = ''] = path.split('?')
      const given = address.slice('/api'.length).split('/')
      const params = call.path.split('/').flatMap((part, at) => {
        const parameter = /^\{(\w+)\}$/.exec(part)?.[1]
        return parameter ? [[parameter, typed(call, parameter, decodeURIComponent(given[at] ?? ''))]] : []
      })
      const query = Object.fromEntries(new URLSearchParams(search))
      const options = {
        params: {
          ...(params.length > 0 && { path: Object.fromEntries(params) }),
          ...(search !== '' && { query }),
        },
        ...(body === undefined ? {} : { body }),
      }
      const parse = call.file || call.streams ? `, parseAs: 'stream'` : ''
      return `note('${name}', await api.${call.method}('/api${call.path}', { ...${JSON.stringify(options)}${parse} }))`
    }),
  )
  return `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'
const api = createClient<paths>({
  baseUrl: process.env.ISC_URL ?? '',
  headers: { authorization: \`Bearer \${process.env.ISC_TOKEN}\` },
})
const codes: [string, number][] = []
async function note(name: string, { response }: { response: Response }) {
  codes.push([name, response.status])
  if (!response.bodyUsed) await response.body?.cancel()
}
${lines.map((each) => `await ${each}`).join('\n')}
const fleet = await api.GET('/api/fleet/v1/findings', { params: { query: { by: 'company' } } })
for (const row of fleet.data?.data?.rows ?? []) {
  // The discriminator narrows.
  const hours: number = row.row === 'group' ? row.hours.length : row.also
  if (Number.isNaN(hours)) throw new Error()
}
console.log(JSON.stringify(codes))
`
}
