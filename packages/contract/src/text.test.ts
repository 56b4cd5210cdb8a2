import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Call,
  calls,
  line,
  madePlain,
  plainText,
  plainTextPattern,
  visibleLine,
  wholeNumber,
} from './index.ts'

/** The texts in what a call takes, each with the place where it stands. */
function* textsIn(
  schema: z.ZodType | undefined,
  place: string,
): Generator<[place: string, schema: z.ZodType]> {
  if (!schema) return
  const { type, ...def } = schema._zod.def as unknown as { type: string } & Record<string, never>
  const { shape, element, innerType, options, valueType } = def
  if (type === 'string') yield [place, schema]
  // Where a text is made something else, it is judged as it came: the number or the id that comes of it as well.
  else if (type === 'pipe') yield* textsIn(def.in, place)
  else if (shape) for (const name of Object.keys(shape)) yield* textsIn(shape[name], `${place}.${name}`)
  else if (element) yield* textsIn(element, `${place}[]`)
  else if (innerType) yield* textsIn(innerType, place)
  else if (options) for (const option of options as z.ZodType[]) yield* textsIn(option, place)
  else if (valueType) yield* textsIn(valueType, `${place}{}`)
  else if (!['enum', 'literal', 'number', 'boolean', 'unknown'].includes(type))
    throw new Error(`${place} is of a kind that this test does not know: ${type}`)
}

/** What no one reads as it stands there. */
const judgedElsewhere = [
  // A whole file: the reader of lists says what is wrong with it, and makes its cells plain.
  'batchUpload.body',
  // Pasted lines, of which each is made plain.
  'resolveLines.body.text',
  // What the server said of a row comes back with it, and is not looked at.
  'batchDeactivation.body[].carrierName',
  'batchDeactivation.body[].companyName',
  'batchDeactivation.body[].cannotUndo',
  'batchDeactivation.body[].simState.source',
]

/** IDs that are looked for are found between direction marks (D47, issue 54.7); nothing is kept of them. */
const found = ['locatePanels.params.ids', 'exportPanels.params.ids']
/** What turns the direction round. */
const marks = /[\u202a-\u202e\u2066-\u2069]/

const texts = Object.entries(calls as Record<string, Call>).flatMap(([name, { params, query, body }]) => [
  ...textsIn(params, `${name}.params`),
  ...textsIn(query, `${name}.query`),
  ...textsIn(body, `${name}.body`),
])

it('F3 F8 the contract has texts in every place, and names only those that there are as judged elsewhere', () => {
  expect(texts).not.toEqual([])
  expect(judgedElsewhere.filter((each) => !texts.some(([place]) => place === each))).toEqual([])
})

it.each(texts.filter(([place]) => !judgedElsewhere.includes(place)))(
  'F3 F8 %s takes no control character, no half of a surrogate pair, nothing that turns the direction round',
  (place, schema) => {
    // White space around a line is not part of it.
    for (const odd of [
      '\u0000',
      '\n',
      '\u001b[2J',
      '\u0085',
      '\ud800',
      '\udc00',
      '\u202e',
      '\u2066',
      '\u2069',
    ])
      for (const text of [odd, `a${odd}b`, `8901170000000000013${odd}`])
        if (text.trim() === text && !(marks.test(odd) && found.includes(place) && text !== odd))
          expect(schema.safeParse(text).success, JSON.stringify(text)).toBe(false)
  },
)

it.each([
  '\u3164',
  '\u200b',
  '\u00ad\u2060',
  '\u2800',
  '\u115f\u1160',
  '\ufe0f',
  '\u200e',
  '\ue000',
  '\u034f',
])('F8 %j shows nothing, so it is no name', (text) => {
  expect(visibleLine(200).safeParse(text).success).toBe(false)
  expect(visibleLine(200).safeParse(`Harbor ${text}`).success).toBe(true)
})

it('F8 a whole number is digits alone', () => {
  const number = wholeNumber(-5, 2_147_483_647)
  for (const text of [
    '0x1',
    '1e0',
    ' 1',
    '1 ',
    '+1',
    '1.0',
    '01',
    '-0',
    '',
    '\n',
    '١',
    '1_0',
    '2147483648',
    '-6',
    'NaN',
  ])
    expect(number.safeParse(text).success, text).toBe(false)
  expect(['0', '-5', '2147483647'].map((text) => number.parse(text))).toEqual([0, -5, 2_147_483_647])
})

it('F3 any text can be made plain, and plain text stays as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff })), (codes) => {
      const text = String.fromCodePoint(...codes)
      expect(madePlain(text)).toMatch(plainTextPattern)
      expect(madePlain(madePlain(text))).toBe(madePlain(text))
    }),
  )
  expect(madePlain('a\r\nb\tc\u0000\u202e\ud800 \u200fד 𝄞')).toBe('a b c\ufffd\ufffd\ufffd \u200fד 𝄞')
})

it('F8 a line loses the white space around it, and has so many characters at most', () => {
  const said = (schema: z.ZodType, text: string) => {
    const { data, error } = schema.safeParse(text)
    return error ? error.issues.map(({ message }) => message).join() : data
  }
  const tooLong = 'must be at most 3 characters'
  expect([' a ', 'abc', 'abcd'].map((text) => said(plainText(3), text))).toEqual([' a ', 'abc', tooLong])
  expect([' abc ', '  ', 'abcd'].map((text) => said(line(3), text))).toEqual(['abc', '', tooLong])
  expect([' a ', '  ', 'abcd', '\u3164'].map((text) => said(visibleLine(3), text))).toEqual([
    'a',
    'must not be empty',
    tooLong,
    'must have a character that can be seen',
  ])
  for (const schema of [plainText(3), line(3)])
    expect(said(schema, 'a\nb')).toBe('must be one line without control characters')
  const number = wholeNumber(-5, 2_000_000_000)
  expect(['-6', '-5', '2000000001', '99999999999', '-0', 'x'].map((text) => said(number, text))).toEqual([
    'must be from -5 to 2000000000',
    -5,
    'must be from -5 to 2000000000',
    'must be a whole number',
    'must be a whole number',
    'must be a whole number',
  ])
  expect(['9', 'x'].map((text) => said(wholeNumber(1, 5, 'must be a page'), text))).toEqual(
    Array(2).fill('must be a page'),
  )
})

it('R26 a call takes no whole number that is larger than the database keeps', () => {
  const tooLarge: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, maximum = Infinity } = schema as { type?: unknown; maximum?: number }
    // What the server said of a row comes back with it, and is not looked at.
    if (place.includes('.simState.')) return
    if (type === 'integer' && maximum > 2_147_483_647) tooLarge.push(place)
    for (const [name, each] of Object.entries(schema)) look(each, `${place}.${name}`)
  }
  for (const [name, { params, query, body }] of Object.entries(calls as Record<string, Call>))
    for (const schema of [params, query, body])
      if (schema) look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name)
  expect(tooLarge).toEqual([])
})
