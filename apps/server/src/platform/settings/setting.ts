import { z } from 'zod'

/** One setting of the server. docs/settings.md is made from this list. */
export interface Setting {
  name: string
  /** The text that stands for an absent setting; undefined: none. */
  default?: string
  /** The default with DEMO=on, `{field}` being FIELD_URL; with DEMO=off the setting is then required. */
  demo?: string
  meaning: string
  /** May also be given as NAME_FILE, the path of a file that holds it (R36). */
  secret?: true
  check: z.ZodType<unknown, string>
}

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a port number from 0 to 65535')

export const text = z.string().min(1, 'must not be empty')
export const optional = z.string()

/** To the letter: an issuer with a slash at its end is another one than without. */
export const exactWebAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be an http(s) address',
    abort: true,
  })
  .refine((value) => new URL(value).username === '', 'must not carry a user name or password')
export const webAddress = exactWebAddress.transform((value) => value.replace(/\/+$/, ''))
export const optionalWebAddress = z.union([z.literal(''), webAddress], {
  error: 'must be an http(s) address or empty',
})

export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`)

export const share = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1, such as 0.1')
  .transform(Number)

/** Words, separated by commas; at least one. */
const words = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  )
  .refine((list) => list.length > 0, 'must be words, separated by commas')

export const wordsOf = <const N extends string>(name: N, standard: readonly string[], meaning: string) => ({
  name,
  default: standard.join(', '),
  meaning,
  check: words,
})

export const demoText = <const N extends string>(name: N, demo: string, meaning: string) => ({
  name,
  demo,
  meaning,
  check: text,
})
export const demoSecret = <const N extends string>(name: N, demo: string, meaning: string) => ({
  ...demoText(name, demo, meaning),
  secret: true as const,
})
export const demoAddress = <const N extends string>(name: N, path: string, meaning: string) => ({
  name,
  demo: `{field}${path}`,
  meaning,
  check: webAddress,
})

/** The least that is kept: what someone may still be at, or asks for on the telephone. */
const leastDays = 30

export const keepDays = <const N extends string>(name: N, what: string) => ({
  name,
  default: '0',
  meaning: `For how many days to keep ${what}; 0: for ever`,
  check: wholeNumber(0, 36_500).refine(
    (days) => days === 0 || days >= leastDays,
    `must be 0 or a whole number from ${leastDays} to 36500`,
  ),
})

export const inFlight = <const N extends string>(name: N, standard: string, meaning: string) => ({
  name,
  default: standard,
  meaning,
  check: wholeNumber(1, 100),
})

/** The checked values of such settings, by their names. */
export type ValuesOf<List extends readonly Setting[]> = {
  [Name in List[number]['name']]: z.output<Extract<List[number], { name: Name }>['check']>
}
