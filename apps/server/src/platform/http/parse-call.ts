import type { Call, FieldIssue } from '@support-console/contract'
import type { z } from 'zod'
import { problems } from '../problem.ts'
import type { CallContext } from './call-context.ts'
import { sayIssue } from './say-issue.ts'

/**
 * Params, query and body by the call's schemas, strictly (R26): nothing is converted that the schema does not
 * convert, and what the schema does not know is refused by name.
 * @throws Problem Invalid with every complaint
 */
export function parseCall<C extends Call>(
  call: C,
  asked: { params: unknown; query: unknown; body: unknown },
): Pick<CallContext<C>, 'params' | 'query' | 'body'> {
  const issues: FieldIssue[] = []
  const params = part(call.params, asked.params, issues)
  const query = part(call.query, asked.query, issues)
  // An empty body comes as undefined; where none is expected, null means the same.
  const body = part(call.body, call.body ? asked.body : (asked.body ?? undefined), issues, true)
  if (issues.length > 0) throw problems.invalid(issues)
  return { params, query, body } as Pick<CallContext<C>, 'params' | 'query' | 'body'>
}

function part(schema: z.ZodType | undefined, value: unknown, issues: FieldIssue[], isBody = false): unknown {
  if (!schema) {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
    for (const name of names.slice(0, 20)) issues.push({ field: name, message: 'is not known here' })
    if (isBody && value !== undefined && names.length === 0)
      issues.push({ field: '', message: 'this call takes no body' })
    return undefined
  }
  const parsed = schema.safeParse(value, { error: sayIssue })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues.slice(0, 50)) issues.push(...toFieldIssues(issue))
  return undefined
}

function toFieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, 20)
      .map((key) => ({ field: [...path, key.slice(0, 100)].join('.'), message: 'is not known here' }))
  }
  return [
    { field: path.join('.'), message: path.length === 0 ? `the body: ${issue.message}` : issue.message },
  ]
}
