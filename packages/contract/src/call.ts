import type { z } from 'zod'
import type { Thing } from './identifiers.ts'
import { type Permission, permissions } from './permissions.ts'
import { longestOf } from './times.ts'
import { tokenScopes } from './tokens.words.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may make a call: a permission, anyone who has any (`any-right`), everybody who is signed in (`signed-in`, even without a role), or anybody
 * at all (`public`). `neighbour`: an outside system reports something and proves who it is in a way of its own
 * (`proof`, where the server registers the call). There is no default: a call without it does not compile (R15).
 */
export type Access = Permission | 'any-right' | 'signed-in' | 'public' | 'neighbour'

/** How the audit trail names an attempt (D18, R38); `{name}` stands for that parameter of the path. */
interface AuditWords {
  /** The screen's title, which User Action Detail shows as Action Page (2.12). */
  screen: string
  /** What was attempted: 'Deactivate SIM {SimId}'. */
  action: string
  /** The thing it was to be done to: 'sim {SimId}'. Its parameter stands in `action`, too. */
  object?: Thing | 'audit trail'
  /** It only looks, or ends what everybody ends: no change that someone will look for (2.12, 'Changes only'). */
  changesNothing?: boolean
  /** It arranges only the caller's own screens: no change that the next shift will look for. */
  isOwnMatter?: boolean
}

/**
 * One call between console and server, declared once. The server registers it (parse, authorise, run, answer,
 * audit), the console calls it with the types inferred from it, and the OpenAPI document is made from it.
 */
export interface Call<
  M extends Method = Method,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  method: M
  /** Below /api, parameters in braces as in the specification's table: `/siminformation/v1/simdetail/{simId}`. */
  path: Path
  access: Access
  /** The specification's section or the decision that asks for the call. */
  spec: string
  summary: string
  /** For every call that leaves entries in the audit trail, as all do that change something: what they say where its handler says no better. */
  audit?: AuditWords
  params?: Params
  query?: Query
  body?: Body
  /** Set when the body may also come as it is, with Content-Type text/plain. */
  takesText?: boolean
  /** The envelope's `data`. With `file`, there is none: the answer is the file itself. */
  data: Data
  /** Set when success answers with a file instead of an envelope; the media type of that file. */
  file?: string
  /** Set when the answer is a stream of events that lasts as long as the token (text/event-stream, D37). */
  streams?: true
  /** Set when the answer also comes as such a stream, where `Accept: text/event-stream` asks for it. */
  mayStream?: true
  /** Set when the answer holds a password or a key: it is never compressed, so that its length tells nothing of it. */
  carriesSecret?: boolean
  /** Set when it takes something away: where the installation demands a reason (`why` of its query), it is refused without. */
  cutsOff?: true
  /** Set by `defineReading`: it changes nothing, so it leaves no entry, and a repeat of it simply asks again. */
  reads?: true
  /** Set when a sign-on alone makes it, never a personal token: the session's own, what makes and ends tokens, and the browser's claims. */
  takesSignOn?: true
  /** Set when it asks about many things at once, so that it costs far more than others: fewer of it are taken in a minute (R29). */
  asksMuch?: true
  /** How long the server may take, in seconds, where it is longer than usual: as `times.ts` says (decision 6, R29). */
  lastsUpTo?: number
}

export function defineCall<
  const M extends Method,
  const Path extends string,
  Data extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(call: Call<M, Path, Params, Query, Body, Data>): Call<M, Path, Params, Query, Body, Data> {
  const lastsUpTo = call.lastsUpTo ?? longestOf(`${call.method} ${call.path}`)
  return lastsUpTo === undefined ? call : { ...call, lastsUpTo }
}

/** A call that only reads, with more to ask than an address holds. */
export function defineReading<
  const Path extends string,
  Data extends z.ZodType,
  Body extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
>(
  call: Omit<Call<'POST', Path, Params, z.ZodUndefined, Body, Data>, 'method' | 'reads'>,
): Call<'POST', Path, Params, z.ZodUndefined, Body, Data> & { reads: true } {
  return { ...defineCall({ ...call, method: 'POST' }), reads: true }
}

/** Whether a call changes nothing (D18). */
export const isReading = ({ method, reads }: Pick<Call, 'method' | 'reads'>): boolean =>
  method === 'GET' || reads === true

/**
 * Whether a personal token may make a call, where it has the right (D58): what has no right of its own has no scope, so a token only
 * reads there.
 */
export function isOpenToTokens(call: Call): boolean {
  if (call.takesSignOn) return false
  const hasRight = permissions.some((permission) => permission === call.access)
  return hasRight ? tokenScopes.some((scope) => scope === call.access) : isReading(call)
}

/** `GET /siminformation/v1/simdetail/{simId}`: how both sides name a call. */
export type CallKey<C> = C extends Call<infer M, infer Path> ? `${M} ${Path}` : never
