import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { defineCall } from '@support-console/contract'
import { z } from 'zod'
import type { Database } from '../platform/database/open-database.ts'
import type { Api } from '../platform/http/api.ts'
import type { Words } from '../platform/http/call-context.ts'
import { registerCall } from '../platform/http/register-call.ts'
import { Problem } from '../platform/problem.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const text = z.string().min(1).max(20)

/** Calls that only tests have: each kind of work that a feature may do, without a feature. */
export const testCalls = {
  read: defineCall({
    method: 'GET',
    path: '/test/v1/things/{id}',
    access: 'sim-information.read',
    spec: 'test',
    summary: 'Read a thing',
    params: z.strictObject({ id: z.string().regex(/^\d{1,4}$/, 'must be a number') }),
    query: z.strictObject({ depth: z.coerce.number().int().max(9).optional() }),
    data: z.object({ id: z.string(), depth: z.number().nullable() }),
  }),
  change: defineCall({
    method: 'POST',
    path: '/test/v1/things/{id}',
    access: 'sim-management.change',
    spec: 'test',
    audit: { screen: 'Things', action: 'Change thing {id}', object: 'company {id}' },
    summary: 'Change a thing',
    params: z.strictObject({ id: text }),
    body: z.strictObject({ name: text, count: z.number().int().optional() }),
    data: z.object({ runs: z.number() }),
  }),
  bodiless: defineCall({
    method: 'POST',
    path: '/test/v1/bodiless',
    access: 'sim-management.change',
    spec: 'test',
    audit: { screen: 'Things', action: 'Do without a body' },
    summary: 'Do without a body',
    data: z.null(),
  }),
  accept: defineCall({
    method: 'POST',
    path: '/test/v1/jobs',
    access: 'sim-management.change',
    spec: 'test, D6',
    audit: { screen: 'Things', action: 'Begin something long' },
    summary: 'Begin something long',
    data: z.object({ job: z.number() }),
  }),
  slowRead: defineCall({
    method: 'GET',
    path: '/test/v1/slow',
    access: 'signed-in',
    spec: 'test',
    summary: 'Take longer than allowed',
    data: z.null(),
    lastsUpTo: 0.2,
  }),
  slowChange: defineCall({
    method: 'POST',
    path: '/test/v1/slow',
    access: 'sim-management.change',
    spec: 'test',
    audit: { screen: 'Things', action: 'Change something slowly' },
    summary: 'Change something slowly',
    data: z.object({ runs: z.number() }),
    lastsUpTo: 0.2,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/test/v1/things/{id}',
    access: 'panel-environment.change',
    spec: 'test',
    audit: { screen: 'Things', action: 'Remove thing {id}', object: 'company {id}' },
    summary: 'Remove a thing',
    params: z.strictObject({ id: text }),
    data: z.null(),
  }),
  throwAnything: defineCall({
    method: 'GET',
    path: '/test/v1/throw/{what}',
    access: 'public',
    spec: 'test',
    summary: 'Fail',
    params: z.strictObject({ what: text }),
    data: z.object({ needed: z.string() }),
  }),
  file: defineCall({
    method: 'GET',
    path: '/test/v1/file',
    access: 'signed-in',
    spec: 'test',
    summary: 'A file',
    data: z.null(),
    file: 'text/csv',
  }),
  stream: defineCall({
    method: 'GET',
    path: '/test/v1/stream/{how}',
    access: 'signed-in',
    spec: 'test',
    summary: 'A file that comes bit by bit',
    params: z.strictObject({ how: z.enum(['whole', 'stalled']) }),
    data: z.null(),
    file: 'text/csv',
    lastsUpTo: 1,
  }),
}

/** How the test steers its calls, and what they did. */
export interface Steering {
  runs: number
  /** What the next change does instead of succeeding. */
  next: (() => Promise<void>) | undefined
  /** What became of the last stream. */
  stream?: Readable
  /** What a change says of itself beside its message. */
  words?: Words
  /** After the first step, before the last one. */
  between: (() => Promise<void>) | undefined
  slowMs: number
  /** What a slow change waits for after that. */
  held?: Promise<void>
}

export function registerTestCalls(api: Api, steering: Steering): void {
  registerCall(api, testCalls.read, async ({ params, query }) => ({
    data: { id: params.id, depth: query.depth ?? null, secret: 'not in the schema' } as {
      id: string
      depth: number | null
    },
  }))
  registerCall(api, testCalls.change, async ({ params, body }, work) => {
    work.about({ message: `Change ${params.id} to ${body.name}`, ...steering.words })
    const act = steering.next
    steering.next = undefined
    await act?.()
    if (steering.between) {
      await work.step(async () => ({ entry: { message: `Ask for ${params.id}`, result: 'Intent' } }))
      await steering.between()
    }
    return work.finish(async () => {
      steering.runs++
      return { data: { runs: steering.runs }, entry: {} }
    })
  })
  registerCall(api, testCalls.bodiless, async (_context, work) =>
    work.finish(async () => ({ data: null, entry: { message: 'Done' } })),
  )
  registerCall(api, testCalls.accept, async ({ respondAsync }, work) =>
    work.finish(async () => {
      const job = ++steering.runs
      const headers = { location: `/api/test/v1/jobs/${job}` }
      const message = respondAsync ? 'Begun.' : 'Done.'
      return { status: 'Accepted', data: { job }, message, headers, entry: { message: 'Begin' } }
    }),
  )
  registerCall(api, testCalls.slowRead, async ({ signal }) => {
    await pause(5_000, undefined, { signal })
    return { data: null }
  })
  registerCall(api, testCalls.slowChange, async (_context, work) => {
    await pause(steering.slowMs)
    await steering.held
    return work.finish(async () => {
      steering.runs++
      return { data: { runs: steering.runs }, entry: { message: 'Slowly' } }
    })
  })
  registerCall(api, testCalls.remove, async (_context, work) =>
    work.finish(async () => ({ data: null, entry: { message: 'Removed' } })),
  )
  registerCall(api, testCalls.throwAnything, async ({ params }) => {
    if (params.what === 'wrong-answer') return { data: {} as { needed: string } }
    if (params.what === 'database-away')
      throw Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' })
    if (params.what === 'exception')
      throw new Error('SELECT secret FROM vault -- eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln')
    throw new Problem(params.what as 'NotFound', `This is ${params.what}.`, {
      detail: { hidden: 'for the log' },
    })
  })
  registerCall(api, testCalls.stream, async ({ params }) => {
    const content = new Readable({ read() {} })
    content.push('first\r\n')
    if (params.how === 'whole') content.push(null)
    steering.stream = content
    return { file: { name: 'stream.csv', content } }
  })
  registerCall(api, testCalls.file, async () => ({ file: { name: 'a "b"/../c.csv', content: 'x\r\n' } }))
}

/** A call that changes this thing, and one that reads it. */
export const thing = (id: string | number = 1): string => `/api/test/v1/things/${id}`

export interface TestCalls {
  keys: KeyServer
  server: TestApp
  steering: Steering
  close(): Promise<void>
}

/**
 * The app on `database` with the test's calls, and a key server of its own; `env` as for `startTestApp`; `furtherCalls`
 * as for `buildApp`.
 */
export async function startTestCalls(
  database: Database,
  env?: Record<string, string>,
  furtherCalls?: (api: Api) => void,
): Promise<TestCalls> {
  const keys = await startKeyServer()
  const steering: Steering = { runs: 0, next: undefined, between: undefined, slowMs: 400 }
  const server = await startTestApp({
    database,
    keys,
    ...(env && { env }),
    app: {
      furtherCalls(api) {
        registerTestCalls(api, steering)
        furtherCalls?.(api)
      },
    },
  })
  return {
    keys,
    server,
    steering,
    async close() {
      await server.close()
      await keys.close()
    },
  }
}
