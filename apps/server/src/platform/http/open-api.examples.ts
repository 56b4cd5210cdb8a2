import type { Call } from '@support-console/contract'
import type { OpenAPIV3_1 } from 'openapi-types'

type Schema = OpenAPIV3_1.SchemaObject

const someId = '10000000-1111-4222-8333-00000000f001'

/** What may stand for each parameter, of the demo world where it has such a thing. */
const values: Readonly<Record<string, string>> = {
  simId: '8901170000000000013',
  SimId: '8901170000000000013',
  iccid: '8901170000000000013',
  cloudId: 'CBS0000001',
  panelId: 'CBS0000001',
  ids: 'CBS0000001',
  physicalId: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  companyId: '1',
  email: 'support@example.com',
  ip: '127.0.40.1',
  containerName: 'webconnect-1',
  outageId: '1',
  kind: 'sim',
  thing: 'panel CBS0000001',
  list: 'fleet',
  year: '2021',
  month: '12',
  q: '000055',
  key: 'outage container webconnect-1',
  queryType: 'cloudId',
  queryEnv: 'test',
  from: '2026-11-01T00:00:00Z',
  to: '2026-11-02T00:00:00Z',
  sDate: '2026-11-01',
  eDate: '2026-11-02',
  allTime: 'true',
}

/** Calls that must be given one of several parameters: an example gives these. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  '/simactivationdetail/v1/details': ['simId', 'allTime'],
  '/useractiondetail/v1/details': ['allTime'],
  '/useractiondetail/v1/export': ['sDate', 'eDate'],
}
export const isChosen = ({ path }: Call, name: string): boolean => chosen[path]?.includes(name) ?? false

/** Of an `id`, by what stands before it. */
const ids: Readonly<Record<string, string>> = {
  sims: '8901170000000000013',
  panels: 'CBS0000001',
  companies: '1',
  csrs: 'csr-01',
  '{kind}': '8901170000000000013',
}

export function exampleOf({ path }: Call, name: string): string {
  const before = /([^/]*)\/\{id\}/.exec(path)?.[1] ?? ''
  return (name === 'id' ? ids[before] : values[name]) ?? someId
}

/** A value of a body, with what it must have: its shape, to be filled in. */
function shapeOf(schema: Schema): unknown {
  const [part] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[]
  if (part) return shapeOf(part)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, shapeOf((schema.properties?.[name] ?? {}) as Schema)]),
      )
    case 'array':
      return [shapeOf(schema.items as Schema)]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return schema.format === 'date-time' ? '2026-12-01T08:00:00Z' : '…'
  }
}

/** How a call is made at a shell: what it must be given, by `ISC_TOKEN`. */
export function curlOf(
  call: Call,
  { publicUrl, asked, body }: { publicUrl: string; asked: readonly string[]; body?: Schema | undefined },
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(call, name)))
  const query = asked.map((name) => `${name}=${encodeURIComponent(exampleOf(call, name))}`).join('&')
  const address = new URL(`/api${path}${query && `?${query}`}`, publicUrl).href
  return [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}"${address}"`,
    ...(call.access === 'public' ? [] : ['-H "Authorization: Bearer $ISC_TOKEN"']),
    ...(call.streams ? ['-H "Accept: text/event-stream" --no-buffer'] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(shapeOf(body))}'`] : []),
  ].join(' \\\n  ')
}
