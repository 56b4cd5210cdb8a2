import { describe, expect, it } from 'vitest'
import { pageOf } from './addresses.ts'
import {
  type IdentifierForm,
  identifierForms,
  isThing,
  mainIdentifier,
  readThing,
  searchKinds,
} from './identifiers.ts'

const same: readonly [IdentifierForm, string, ...string[]][] = [
  [
    'iccid',
    '8901170000000000013',
    '8901 1700 0000 0000 013',
    '89011700-0000-0000-013',
    '8901170000000000013F',
  ],
  ['imei', '352099004761487', '35 209900 476148 7', 'IMEI 35-209900-476148-7', 'imei: 352099004761487'],
  ['imei', '352099004761487', 'IMEI352099004761487', '*imei352099004761487', 'IMEI:352099004761487'],
  ['phoneNumber', '4165550113', '+1 416 555 0113', '(416) 555-0113', '1.416.555.0113', '14165550113'],
  ['phoneNumber', '491701234567', '+49 170 1234567', 'tel491701234567', 'Phone:491701234567'],
  ['phoneNumber', '414165550113', '+41 416 555 0113'],
  ['phoneNumber', '141655501130', '+14 165 550 1130'],
  ['vpnUserName', 'alarm-7@vpn', '"Alarm-7@VPN"', 'ALARM-7@vpn;'],
  ['deviceId', 'ab:01', 'AB:01', ' ab:01 '],
  ['productId', 'p-9004', 'P-9004'],
  ['ipAddress', '10.20.4.21', ' 10.20.4.21 '],
  ['cloudId', 'CBS0000017', 'cbs0000017', ' CBS 0000017'],
  ['remotePortalId', 'RP000004', 'RP-000004', 'rp000004'],
  ['physicalId', '6f9619ff-8b86-d011-b42d-00c04fc964ff', '{6F9619FF-8B86-D011-B42D-00C04FC964FF}'],
  ['sapCompanyId', '1000001', ' 1000 001'],
  ['name', 'harbor security', '  Harbor   Security '],
  ['email', 'installer@harbor.example', 'Installer@Harbor.Example '],
]
const none: readonly [IdentifierForm, ...string[]][] = [
  ['iccid', '89011700000000000', '8901170000000000013X', ''],
  ['imei', '0055', '35209900476148x', '35209900imei476148', 'ximei352099004761487'],
  ['vpnUserName', 'ab', 'two words', 'x'.repeat(81)],
  ['phoneNumber', '5550113', 'phone'],
  ['ipAddress', '10.20.4', '10.20.4.256', '010.20.4.21'],
  ['cloudId', 'CBS-1', 'x'.repeat(41), ''],
  ['physicalId', '6f9619ff'],
  ['sapCompanyId', '12345678901', 'SAP'],
  ['email', 'harbor', 'a b@c.de'],
]

describe('issue 15.1 each form of an identifier has one normal form', () => {
  it.each(same)('%s %s, however it is written', (form, normal, ...ways) => {
    for (const way of [normal, ...ways]) expect(identifierForms[form](way), way).toBe(normal)
  })

  it.each(none)('%s is not what only looks like it', (form, ...texts) => {
    for (const text of texts) expect(identifierForms[form](text), text).toBeUndefined()
  })

  it('what the search finds is all that has a place, people of ours among the others', () => {
    expect(searchKinds).toEqual(['sim', 'panel', 'company', 'csr', 'container', 'person', 'transaction'])
  })

  it('the main one of a kind leads to its place', () => {
    expect(pageOf('panel', mainIdentifier('panel', 'cbs0000017') ?? '')).toBe('/panels/CBS0000017')
    expect(isThing('panel CBS0000017') && !isThing('person a@b.example')).toBe(true)
  })

  it.each([
    ['panel cbs0000017', 'panel CBS0000017'],
    ['panel {6F9619FF-8B86-D011-B42D-00C04FC964FF}', 'panel 6f9619ff-8b86-d011-b42d-00c04fc964ff'],
    ['sim 8901 1700 0000 0000 013', 'sim 8901170000000000013'],
    ['user Jo@Example.com', 'user jo@example.com'],
    ['company 12', 'company 12'],
    ['csr 127.0.40.7', 'csr 127.0.40.7'],
    ['batch {6F9619FF-8B86-D011-B42D-00C04FC964FF}', 'batch 6f9619ff-8b86-d011-b42d-00c04fc964ff'],
    ['container x', undefined],
    ['panel CB\u017f0000017', undefined],
    ['user \u212aim@example.com', undefined],
    ['panel \ufeff', undefined],
    [`user ${'a'.repeat(250)}@b.co`, undefined],
    ['company x', undefined],
    ['session x', undefined],
    ['panels', undefined],
  ])('G1 D19 %j asks for the thing %j', (asked, thing) => {
    expect(readThing(asked)).toBe(thing)
  })
})
