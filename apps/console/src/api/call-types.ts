import type { CallByKey } from '@support-console/contract'

/** Types that the contract's schemas give to each call. Types only: the browser carries no schema. */
export type CallName = keyof CallByKey

type SchemaTypes<Schema> = Schema extends { _zod: { input: infer In; output: infer Out } }
  ? { input: In; output: Out }
  : { input: undefined; output: undefined }

type PartOf<Key extends CallName, Part extends 'params' | 'query' | 'body'> = SchemaTypes<
  NonNullable<CallByKey[Key][Part]>
>

/** Whatever may be undefined on the way in may be left out. */
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]
type Flexible<In, Out> = Out extends undefined
  ? undefined
  : { [K in Exclude<keyof Out, OptionalKeys<In>>]: Out[K] } & {
      [K in Extract<keyof Out, OptionalKeys<In>>]?: Out[K] | undefined
    }

export type ParamsOf<Key extends CallName> = PartOf<Key, 'params'>['output'] extends infer Out ? Out : never
export type QueryOf<Key extends CallName> = Flexible<
  PartOf<Key, 'query'>['input'],
  PartOf<Key, 'query'>['output']
>
export type BodyOf<Key extends CallName> = PartOf<Key, 'body'>['input']
export type DataOf<Key extends CallName> = SchemaTypes<CallByKey[Key]['data']>['output']

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** What a call needs, and what every call may have besides. */
export type CallOptions<Key extends CallName> = Given<'params', ParamsOf<Key>> &
  Given<'query', QueryOf<Key>> &
  Given<'body', BodyOf<Key>> &
  CommonOptions

interface CommonOptions {
  signal?: AbortSignal | undefined
  /** The user action that this call is part of (D8); a new one otherwise. */
  transactionId?: string | undefined
  /** How many seconds to wait, where it is not as long as the contract says (`times.ts`). */
  patience?: number | undefined
  /** More headers, for example `Prefer: respond-async` (D6). */
  headers?: Readonly<Record<string, string>> | undefined
}

/** `options` may be left out where a call needs nothing. */
export type CallArguments<Key extends CallName> =
  Record<never, never> extends CallOptions<Key>
    ? [key: Key, options?: CallOptions<Key>]
    : [key: Key, options: CallOptions<Key>]
