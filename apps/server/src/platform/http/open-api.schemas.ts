import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'

type Schema = OpenAPIV3_1.SchemaObject
type Components = Record<string, Schema>

/** JSON Schema as OpenAPI 3.1 takes it; `input` before conversion, `output` as it leaves. */
export function plainSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodDiscriminatedUnion)
        jsonSchema.discriminator = { propertyName: zodSchema.def.discriminator }
    },
  })
  return rest as Schema
}

/**
 * Schemas of one document. Parts of a union that are told apart by a field become components, since a `discriminator` counts
 * for those alone.
 */
export function createSchemas() {
  const components: Components = {}
  return {
    components,
    /** @param name what the components of its parts are called after */
    schemaOf: (schema: z.ZodType, io: 'input' | 'output', name: string): Schema =>
      withNamedParts(plainSchemaOf(schema, io), name, components),
  }
}

function withNamedParts<T>(value: T, name: string, components: Components): T {
  if (Array.isArray(value)) return value.map((each) => withNamedParts(each, name, components)) as T
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withNamedParts(member, name, components)]),
  ) as Schema
  const { discriminator, oneOf } = schema
  if (!discriminator || !oneOf) return schema as T
  const mapping: Record<string, string> = {}
  for (const part of oneOf as Schema[]) {
    const { const: tag } = (part.properties?.[discriminator.propertyName] ?? {}) as { const?: string }
    if (tag === undefined) throw new Error(`a part of a union in ${name} does not say which it is`)
    const partName = `${name}_${tag}`
    components[partName] = part
    mapping[tag] = `#/components/schemas/${partName}`
  }
  return {
    ...schema,
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { ...discriminator, mapping },
  } as T
}
