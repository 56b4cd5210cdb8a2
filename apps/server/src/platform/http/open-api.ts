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
import type { z } from 'zod'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import type { Api } from './api.ts'
import { compressed } from './compression.ts'
import { curlOf, exampleOf, isChosen } from './open-api.examples.ts'
import { createSchemas, plainSchemaOf } from './open-api.schemas.ts'
import { whoCalls } from './who-calls.ts'

type Schemas = ReturnType<typeof createSchemas>
type Schema = OpenAPIV3_1.SchemaObject

const moment: OpenAPIV3_1.ParameterObject = {
  name: 'at',
  in: 'query',
  required: false,
  description: 'What was so at that moment of the past, by what was known then',
  schema: { type: 'string', format: 'date-time' },
}

function parametersOf(name: string, call: Call, { schemaOf }: Schemas): OpenAPIV3_1.ParameterObject[] {
  const of = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input', name)
    return Object.entries(properties).map(([parameter, property]) => {
      const isRequired = place === 'path' || required.includes(parameter)
      return {
        name: parameter,
        in: place,
        required: isRequired,
        schema: property as object,
        ...(isRequired || isChosen(call, parameter) ? { example: exampleOf(call, parameter) } : {}),
      }
    })
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

/** Events as they go over the wire; `x-itemSchema` is what OpenAPI 3.2 calls `itemSchema`: the data of each. */
const eventsOf = (item?: Schema): OpenAPIV3_1.MediaTypeObject => ({
  schema: {
    type: 'string',
    description: 'Server-sent events that go on; the data of each is JSON',
    ...(item ? { 'x-itemSchema': item } : {}),
  } as Schema,
})

function successOf(name: string, call: Call, { schemaOf }: Schemas): OpenAPIV3_1.ResponseObject['content'] {
  if (call.streams) return { 'text/event-stream': eventsOf() }
  if (call.file) return { [call.file]: { schema: { type: 'string' } } }
  return {
    'application/json': { schema: schemaOf(envelopeOf(call.data), 'output', name) },
    ...(call.mayStream ? { 'text/event-stream': eventsOf(schemaOf(call.data, 'output', name)) } : {}),
  }
}

function operationOf(
  name: string,
  call: Call,
  schemas: Schemas,
  publicUrl: string,
): OpenAPIV3_1.OperationObject {
  const content = successOf(name, call, schemas)
  const responses: OpenAPIV3_1.ResponsesObject = {
    200: { description: 'Success', ...(content && { content }) },
  }
  for (const status of errorsOf(call)) {
    responses[envelopeStatuses[status]] = {
      description: status,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  const parameters = parametersOf(name, call, schemas)
  const asked = parameters.flatMap((each) => (each.in === 'query' && 'example' in each ? [each.name] : []))
  const body = call.body && schemas.schemaOf(call.body, 'input', name)
  return {
    operationId: name,
    summary: call.summary,
    description: `Specification: ${call.spec}. Access: ${call.access}.`,
    tags: [call.path.split('/')[1] ?? ''],
    parameters,
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: body },
              ...(call.takesText ? { 'text/plain': { schema: { type: 'string' as const } } } : {}),
            },
          },
        }
      : {}),
    responses,
    ...{ 'x-access': call.access },
    ...(call.access === 'public' || call.access === 'neighbour' ? { security: [] } : {}),
    ...(call.access === 'neighbour'
      ? {}
      : {
          'x-codeSamples': [
            {
              lang: 'Shell',
              source: curlOf(call, {
                publicUrl,
                asked,
                body: call.body && plainSchemaOf(call.body, 'input'),
              }),
            },
          ],
        }),
  }
}

/** What a client must be ready for. */
const promise =
  'What is here stays. More may come at any time: calls, fields of answers, values of an enum, parts of a union. ' +
  'A client passes over what it does not know. Times are ISO 8601 in UTC.'

/** The OpenAPI 3.1 document of the whole contract. */
function openApiOf({ http }: Pick<PlatformSettings, 'http'>, version: string): OpenAPIV3_1.Document {
  const paths: Record<string, Record<string, OpenAPIV3_1.OperationObject>> = {}
  const schemas = createSchemas()
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    const path = `/api${call.path}`
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: operationOf(name, call, schemas, http.publicUrl),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Installer Services Support Console', version, description: promise },
    servers: [{ url: http.publicUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { ...schemas.components, Error: schemas.schemaOf(ErrorEnvelope, 'output', 'Error') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal token, or an access token of the sign-on provider',
        },
      },
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
