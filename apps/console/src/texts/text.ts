import { enUS } from './en-US.ts'
import { culture } from './languages.ts'

/** The names between @@ or %% in a text: `PlaceholderOf<'at least @@minimum@@'>` is 'minimum'. */
type PlaceholderOf<Text> = Text extends `${string}@@${infer Name}@@${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : Text extends `${string}%%${infer Name}%%${infer Rest}`
    ? Name | PlaceholderOf<Rest>
    : never

type Values<Text> = [PlaceholderOf<Text>] extends [never]
  ? []
  : [values: { readonly [Name in PlaceholderOf<Text>]: Name extends 'id' ? string : string | number }]

/** A function that gives the texts of one catalogue, with the right keys and the right values for each. */
type TextsOf<Catalogue> = <Key extends keyof Catalogue>(key: Key, ...values: Values<Catalogue[Key]>) => string

/**
 * Puts values in the place of their names between @@ or %% (specification 9). A name without a value stays as it
 * is, so that the mistake is seen. Numbers are grouped, and of '@@count@@ {line|lines}' the first word stands behind 1, the
 * other one behind any other number. A value that brings its own end takes that of the text: no '!.' and no '..'.
 */
export function fillPlaceholders(pattern: string, values: Readonly<Record<string, string | number>>): string {
  const places = /(?:@@(\w+)@@|%%(\w+)%%)(\.?)|\{([^{}|]+)\|([^{}|]+)\}/g
  let isOne = false
  return pattern.replace(
    places,
    (whole: string, at?: string, percent?: string, end = '', one = '', many = '') => {
      if (one) return isOne ? one : many
      const name = at ?? percent ?? ''
      if (!Object.hasOwn(values, name)) return whole
      const value = values[name]?.toLocaleString(culture) ?? ''
      isOne = value === '1'
      return /[.!?…]$/.test(value) ? value : value + end
    },
  )
}

/**
 * The texts of one area, whose catalogue is loaded with the area's screen only:
 * `const text = textsOf(simInformation)`.
 */
export function textsOf<const Catalogue extends Readonly<Record<string, string>>>(
  catalogue: Catalogue,
): TextsOf<Catalogue> {
  return (key, ...values) => fillPlaceholders(catalogue[key] ?? String(key), values[0] ?? {})
}

/** The texts that every page needs (D27): `text('ErrorTooShort', { minimum: 3 })`. */
export const text: TextsOf<typeof enUS> = textsOf(enUS)
