import { type Call, rightOfSource } from '@support-console/contract'
import { z } from 'zod'

/**
 * A text that a person or another system wrote, or a sentence that quotes one. A reader that takes orders from texts, as models
 * do, is told that these are none.
 */
interface Quoted {
  quoted: string
}

type Schema = z.core.JSONSchema.BaseSchema

/** What identifies something. Whatever is not of an identifier's form is quoted all the same. */
const identifiers = new Set([
  ...[
    'id',
    'iccid',
    'iccids',
    'simId',
    'cloudId',
    'cloudIds',
    'remoteId',
    'physicalId',
    'productId',
    'deviceId',
  ],
  ...[
    'sapCompanyId',
    'transactionId',
    'outageId',
    'planId',
    'sweepId',
    'expectedId',
    'noteId',
    'panel',
    'container',
  ],
  ...[
    'path',
    'page',
    'key',
    'cause',
    'before',
    'field',
    'phoneNumber',
    'host',
    'vendorCode',
    'carrier',
    'of',
  ],
])
const identifierForm = /^[\w.:+/?&=%-]{1,120}$/

/** Curves and long lists of identifiers: a picture for people, and a thousand numbers for a model. */
const leftOut = new Set(['past', 'hours', 'iccids', 'cloudIds'])

const schemas = new Map<Call, Schema>()
function schemaOf(call: Call): Schema {
  const kept =
    schemas.get(call) ??
    (z.toJSONSchema(call.data, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as Schema)
  schemas.set(call, kept)
  return kept
}

/** An answer of a call, with every text quoted that is neither a word of the contract, nor a time, nor an identifier. */
export const quoteAnswer = (call: Call, data: unknown): unknown => quote(data, schemaOf(call), '')

function quote(value: unknown, schema: Schema, name: string): unknown {
  if (typeof value === 'string') return isOurs(value, schema, name) ? value : quoteText(value)
  if (Array.isArray(value)) {
    const items = branchFor(value, schema).items as Schema | undefined
    return value.map((item) => quote(item, items ?? {}, name))
  }
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, additionalProperties } = branchFor(value, schema)
  const others = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !leftOut.has(key))
      .map(([key, member]) => [visible(key), quote(member, (properties[key] as Schema) ?? others, key)]),
  )
}

/** The part of a union that a value is of. */
function branchFor(value: object, schema: Schema): Schema {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Schema[]
  if (branches.length === 0) return schema
  const type = Array.isArray(value) ? 'array' : 'object'
  return (
    branches
      .map((branch) => branchFor(value, branch))
      .find((branch) => branch.type === type && (branch.required ?? []).every((key) => key in value)) ?? {}
  )
}

function isOurs(value: string, schema: Schema, name: string): boolean {
  const parts = [schema, ...((schema.anyOf ?? schema.oneOf ?? []) as Schema[])]
  const isWord = parts.some(({ enum: words, const: word }) => word === value || words?.includes(value))
  const isTime = parts.some(({ format }) => format === 'date-time' || format === 'date')
  if (isWord || isTime || value === '') return true
  if (name === 'source' || name === 'sources')
    return rightOfSource(value) !== undefined || value === 'Inventory'
  return identifiers.has(name) && identifierForm.test(value)
}

export const quoteText = (text: string): Quoted => ({ quoted: visible(text) })

/** Characters that no person sees could speak to a model alone. */
const visible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Co}\p{Cn}\u2800\u3164]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
