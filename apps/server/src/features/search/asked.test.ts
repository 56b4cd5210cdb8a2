import { describe, expect, it } from 'vitest'
import { type Asked, readAsked } from './asked.ts'

const guid = '6f9619ff-8b86-d011-b42d-00c04fc964ff'
const hex = guid.replaceAll('-', '')
/** What reads as one word. */
const one = (word: string) => ({ name: word, words: [word] })
const code = (text: string) => ({ code: text, bareCode: text })

/** Typed, as what it is looked for. */
const table: readonly (readonly [string, Asked])[] = [
  // Too short to be a part of something.
  ['a', { ...one('a'), isIdentifier: false }],
  ['ab', { ...one('ab'), ...code('AB'), isIdentifier: false }],
  ['a1', { ...one('a1'), ...code('A1'), isIdentifier: true }],
  ['123', { ...one('123'), isIdentifier: true }],
  ['1234', { ...one('1234'), digits: '1234', phone: '1234', ...code('1234'), isIdentifier: true }],
  // Digits longer than a cloud ID has.
  [
    '123456789012',
    {
      ...one('123456789012'),
      digits: '123456789012',
      phone: '123456789012',
      ...code('123456789012'),
      isIdentifier: true,
    },
  ],
  [
    '1234567890123',
    { ...one('1234567890123'), digits: '1234567890123', phone: '1234567890123', isIdentifier: true },
  ],
  // Phones.
  [
    '(416) 555-0113',
    {
      name: '(416) 555-0113',
      words: ['416', '555', '0113'],
      digits: '4165550113',
      phone: '4165550113',
      isIdentifier: true,
    },
  ],
  [
    '+14165550113',
    {
      name: '+14165550113',
      words: ['14165550113'],
      digits: '14165550113',
      phone: '4165550113',
      isIdentifier: true,
    },
  ],
  [
    '24165550113',
    {
      ...one('24165550113'),
      digits: '24165550113',
      phone: '24165550113',
      ...code('24165550113'),
      isIdentifier: true,
    },
  ],
  [
    '914165550113',
    {
      ...one('914165550113'),
      digits: '914165550113',
      phone: '914165550113',
      ...code('914165550113'),
      isIdentifier: true,
    },
  ],
  // Codes, with and without their dashes.
  ['1ab', { ...one('1ab'), ...code('1AB'), isIdentifier: true }],
  ['Harbor 2', { name: 'harbor 2', words: ['harbor', '2'], ...code('HARBOR2'), isIdentifier: false }],
  [
    'CBS 0000017',
    { name: 'cbs 0000017', words: ['cbs', '0000017'], ...code('CBS0000017'), isIdentifier: true },
  ],
  ['RP-000004', { name: 'rp-000004', words: ['rp', '000004'], bareCode: 'RP000004', isIdentifier: true }],
  ['abc def', { name: 'abc def', words: ['abc', 'def'], ...code('ABCDEF'), isIdentifier: false }],
  // UUIDs and their beginnings.
  ['a2bf791', { ...one('a2bf791'), ...code('A2BF791'), isIdentifier: true }],
  ['a2bfdddd', { ...one('a2bfdddd'), ...code('A2BFDDDD'), uuid: 'a2bfdddd', isIdentifier: true }],
  ['abcdefab', { ...one('abcdefab'), ...code('ABCDEFAB'), uuid: 'abcdefab', isIdentifier: true }],
  [
    '12345678',
    {
      ...one('12345678'),
      digits: '12345678',
      phone: '12345678',
      ...code('12345678'),
      uuid: '12345678',
      isIdentifier: true,
    },
  ],
  [
    '123456789',
    {
      ...one('123456789'),
      digits: '123456789',
      phone: '123456789',
      ...code('123456789'),
      isIdentifier: true,
    },
  ],
  [
    '123456789abc',
    { ...one('123456789abc'), ...code('123456789ABC'), uuid: '12345678-9abc', isIdentifier: true },
  ],
  [
    '6F9619FF8B86D',
    { ...one('6f9619ff8b86d'), ...code('6F9619FF8B86D'), uuid: '6f9619ff-8b86-d', isIdentifier: true },
  ],
  [
    '6f9619ff-8b86',
    {
      name: '6f9619ff-8b86',
      words: ['6f9619ff', '8b86'],
      bareCode: '6F9619FF8B86',
      uuid: '6f9619ff-8b86',
      isIdentifier: true,
    },
  ],
  [hex, { ...one(hex), ...code(hex.toUpperCase()), uuid: guid, isIdentifier: true }],
  [`${hex}0`, { ...one(`${hex}0`), ...code(`${hex.toUpperCase()}0`), isIdentifier: true }],
  [
    `{${guid}}`,
    {
      name: `{${guid}}`,
      words: guid.split('-'),
      bareCode: hex.toUpperCase(),
      uuid: guid,
      isIdentifier: true,
    },
  ],
  // Addresses and what else has digits.
  [
    '10.20.4.21',
    { name: '10.20.4.21', words: ['10', '20', '4', '21'], ipAddress: '10.20.4.21', isIdentifier: true },
  ],
  ['dev-77:01', { name: 'dev-77:01', words: ['dev', '77', '01'], isIdentifier: true }],
  ['a@b.example', { name: 'a@b.example', words: ['a', 'b', 'example'], isIdentifier: true }],
  ['abc123 x', { name: 'abc123 x', words: ['abc123', 'x'], ...code('ABC123X'), isIdentifier: true }],
  // Names.
  ['a1b c', { name: 'a1b c', words: ['a1b', 'c'], ...code('A1BC'), isIdentifier: false }],
  ['  Bäcker  & Söhne ', { name: 'backer & sohne', words: ['backer', 'sohne'], isIdentifier: false }],
  ['&', { name: '&', words: [], isIdentifier: false }],
  [' ', { name: '', words: [], isIdentifier: false }],
]

describe('connected console 3 what was typed', () => {
  it.each(table)('%j is read in every way in which it may stand for something', (typed, asked) => {
    expect(readAsked(typed)).toEqual(asked)
  })

  it.each([
    'ICCID: ',
    'sim ',
    'SIM ID=',
    'simid # ',
    'imei  ',
    'phone: ',
    'tel ',
    'ip ',
    'IP address: ',
    'panel ',
  ])('%j before it is no part of it', (label) => {
    const glued = label.endsWith('=') ? `${label} ` : label
    expect(readAsked(`${glued}12345`)).toEqual(readAsked('12345'))
    expect(readAsked(`  ${glued}12345 `)).toEqual(readAsked('12345'))
  })

  it.each(['cloud id', 'company', 'csr', 'email', 'transaction'])('%j alone, or glued to it, is', (label) => {
    expect(readAsked(`${label} 77`).name).toBe('77')
    expect(readAsked(label).name).toBe(label)
    expect(readAsked(`${label}77`).name).toBe(`${label}77`)
    expect(readAsked(`my ${label} 77`).name).toBe(`my ${label} 77`)
  })
})
