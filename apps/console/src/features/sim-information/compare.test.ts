import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answers, compare, differingRanges, summarise } from './compare.ts'

const shared = {
  deviceStatus: 'Active',
  rawStatus: 'Active',
  imei: '352099001761481',
  ipAddress: '10.64.18.55',
  phoneNumber: '15550100155',
  onlineStatus: 'Offline',
} as const

const agreeing = (): Required<Answers> => ({
  mobileBroker: {
    ...shared,
    realIp: '172.20.4.55',
    natIp: '10.64.18.55',
    referenceNumber: 'MB-1',
    activatedBy: 'a@b.example',
  },
  vendor: { ...shared, vendorCode: 'VZN', accountNumber: '0342077109-00001', description: 'stock' },
  connector: {
    ...shared,
    realIp: '172.20.4.55',
    natIp: '10.64.18.55',
    sapCompanyId: '1000001',
    companyName: 'Harbor',
  },
})

const field = (answers: Answers, key: string) => {
  const found = compare(answers, 'VZN').find((one) => one.key === key)
  if (!found) throw new Error(`no field ${key}`)
  return found
}

describe('2.5 the three answers side by side', () => {
  it('2.5 finds no difference where all agree', () => {
    expect(compare(agreeing(), 'VZN').some((one) => one.differs)).toBe(false)
  })

  it('2.5 names the source that the other two outvote, and the characters that differ', () => {
    const answers = agreeing()
    answers.vendor = { ...answers.vendor, imei: '352099004761487' }
    const imei = field(answers, 'imei')
    expect(imei.differs).toBe(true)
    expect(imei.values.vendor).toMatchObject({
      stands: 'odd-one-out',
      marks: [
        [8, 9],
        [14, 15],
      ],
    })
    expect(imei.values.mobileBroker.stands).toBe('agrees')
  })

  it.each([
    ['15550100155', '5550100155', false],
    ['1555010015', '555010015', true],
    ['155501001555', '55501001555', true],
  ])('2.5 the leading 1 of %s counts as the country code only before ten digits', (one, other, differs) => {
    const answers = agreeing()
    for (const source of [answers.mobileBroker, answers.connector]) source.phoneNumber = one
    answers.vendor.phoneNumber = other
    expect(field(answers, 'phoneNumber').differs).toBe(differs)
  })

  it('2.5 calls no one odd when all three differ', () => {
    const answers = agreeing()
    answers.vendor = { ...answers.vendor, ipAddress: '10.0.0.1' }
    answers.connector = { ...answers.connector, ipAddress: '10.0.0.2' }
    expect(Object.values(field(answers, 'ipAddress').values).map((value) => value.stands)).toEqual([
      'differs',
      'differs',
      'differs',
    ])
  })

  it('2.5, use 3 shows equal phone numbers in one spelling, with the country code, and compares IMEIs without their check digit', () => {
    const answers = agreeing()
    answers.vendor = { ...answers.vendor, phoneNumber: '5550100155', imei: '352099001761480' }
    answers.connector = { ...answers.connector, phoneNumber: '+1 555 010 0155', imei: '3520990017614803' }
    const phone = field(answers, 'phoneNumber')
    expect(phone.differs).toBe(false)
    expect(Object.values(phone.values).map(({ text }) => text)).toEqual(Array(3).fill('+15550100155'))
    expect(field(answers, 'imei').differs).toBe(false)
  })

  it('2.5 lets a source that has not answered or does not know take no part', () => {
    const answers: Answers = agreeing()
    delete answers.vendor
    answers.connector = { ...agreeing().connector, ipAddress: '' }
    expect(compare(answers, 'VZN').some((one) => one.differs)).toBe(false)
  })

  it('2.5 shows account number and description for Verizon only', () => {
    const keysFor = (vendorCode: string | undefined) => compare(agreeing(), vendorCode).map((one) => one.key)
    expect(keysFor('VZN')).toEqual(expect.arrayContaining(['accountNumber', 'description']))
    for (const other of ['ATT', 'AERIS', 'WYLESS', undefined]) {
      expect(keysFor(other)).not.toContain('accountNumber')
      expect(keysFor(other)).not.toContain('description')
    }
  })

  it('2.5 counts the differing among the five shared fields and names the addresses apart', () => {
    const answers = agreeing()
    answers.vendor = { ...answers.vendor, deviceStatus: 'Suspended' }
    answers.connector = { ...answers.connector, realIp: '172.20.4.56' }
    expect(summarise(compare(answers, 'VZN'))).toEqual({
      differing: ['deviceStatus'],
      sharedCount: 5,
      alsoDiffering: ['realIp'],
    })
  })

  it('2.5 marks whole octets of an address, the middle of unequal lengths, and no letters of words', () => {
    expect(differingRanges('10.64.22.55', '10.64.18.55')).toEqual([[6, 8]])
    expect(differingRanges('10.64.2.55', '10.64.18.55')).toEqual([[6, 7]])
    expect(differingRanges('35209900', '3520')).toEqual([[4, 8]])
    expect(differingRanges('Suspended', 'Active')).toEqual([])
  })

  it('2.5 marks ranges that lie within the text and are never empty', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.]{0,20}$/), fc.stringMatching(/^[0-9.]{0,20}$/), (text, other) => {
        for (const [from, to] of differingRanges(text, other)) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
        }
        if (text === other) expect(differingRanges(text, other)).toEqual([])
      }),
    )
  })
})
