import {
  type Call,
  calls,
  ErrorEnvelope,
  type ErrorStatus,
  envelopeOf,
  envelopeStatuses,
  permissions,
  tellsPast,
} from '@support-console/contract'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import type { Api } from './api.ts'
import { compressed } from './compression.ts'
import { whoCalls } from './who-calls.ts'

type Schema = OpenAPIV3_1.SchemaObject

/** JSON Schema as OpenAPI 3.1 takes it; `input` before conversion, `output` as it leaves. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return rest as Schema
}

const moment: OpenAPIV3_1.ParameterObject = {
  name: 'at',
  in: 'query',
  required: false,
  description: 'What was so at that moment of the past, by what was known then',
  schema: { type: 'string', format: 'date-time' },
}

function parametersOf(call: Call): OpenAPIV3_1.ParameterObject[] {
  const of = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input')
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property as object,
    }))
  }
  return [
    ...of(call.params, 'path'),
    ...of(call.query, 'query'),
    ...(tellsPast(`${call.method} ${call.path}`) ? [moment] : []),
    { name: 'X-Transaction-Id', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } },
  ]
}

/** The words a call can always answer with, beside those that its own work may bring. */
function errorsOf(call: Call): ErrorStatus[] {
  const always: ErrorStatus[] = ['Invalid', 'TooMany', 'Error', 'Unavailable']
  if (call.access !== 'public') always.push('Unauthorized')
  if (call.access === 'any-right' || permissions.some((permission) => permission === call.access))
    always.push('Forbidden')
  if (call.params) always.push('NotFound')
  if (call.method !== 'GET') always.push('Conflict', 'TooLarge', 'UnsupportedType')
  if (call.lastsUpTo) always.push('CarrierError')
  return always
}

function operationOf(name: string, call: Call): OpenAPIV3_1.OperationObject {
  const text = call.streams ? 'text/event-stream' : call.file
  const success = text
    ? { [text]: { schema: { type: 'string' as const } } }
    : {
        'application/json': { schema: schemaOf(envelopeOf(call.data), 'output') },
        ...(call.mayStream ? { 'text/event-stream': { schema: { type: 'string' as const } } } : {}),
      }
  const responses: OpenAPIV3_1.ResponsesObject = { 200: { description: 'Success', content: success } }
  for (const status of errorsOf(call)) {
    responses[envelopeStatuses[status]] = {
      description: status,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return {
    operationId: name,
    summary: call.summary,
    description: `Specification: ${call.spec}. Access: ${call.access}.`,
    tags: [call.path.split('/')[1] ?? ''],
    parameters: parametersOf(call),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOf(call.body, 'input') },
              ...(call.takesText ? { 'text/plain': { schema: { type: 'string' as const } } } : {}),
            },
          },
        }
      : {}),
    responses,
    ...(call.access === 'public' || call.access === 'neighbour' ? { security: [] } : {}),
  }
}

/** The OpenAPI 3.1 document of the whole contract. */
function openApiOf({ http }: Pick<PlatformSettings, 'http'>, version: string): OpenAPIV3_1.Document {
  const paths: Record<string, Record<string, OpenAPIV3_1.OperationObject>> = {}
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    const path = `/api${call.path}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Installer Services Support Console', version },
    servers: [{ url: http.publicUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorEnvelope, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** The document at /api/openapi.json: of a demo for everybody, of a real console only for who is signed in. */
export function serveOpenApi(api: Api, version: string): void {
  const { config } = api.platform
  const document = JSON.stringify(openApiOf(config, version))
  api.app.get('/api/openapi.json', {
    config: { call: 'none' },
    compress: compressed,
    onRequest: async (request) => {
      if (!config.demo) request.user = await whoCalls(api, request)
    },
    handler: async (_request, reply) =>
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('vary', 'accept-encoding')
        .send(document),
  })
}
