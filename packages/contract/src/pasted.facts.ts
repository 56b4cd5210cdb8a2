import fc from 'fast-check'

/** Identifiers as people come by them, for the tests of all readers (D47). */

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const simId = fc.integer({ min: 16, max: 20 }).chain((count) => digits(count).map((rest) => `89${rest}`))
const octet = fc.integer({ min: 0, max: 255 })

/** One form each that is kept: what every reader must give back. */
export const identifiers = {
  iccid: simId,
  imei: digits(15),
  phoneNumber: fc.tuple(fc.integer({ min: 2, max: 9 }), digits(9)).map(([first, rest]) => `${first}${rest}`),
  ipAddress: fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.')),
  cloudId: digits(7).map((number) => `CBS${number}`),
  remotePortalId: digits(6).map((number) => `RP${number}`),
  physicalId: fc.uuid(),
  sapCompanyId: digits(7),
} as const
export type PastedForm = keyof typeof identifiers

/** Of every range of format characters, and of what is ignored by default. */
const unseen = [
  ...'\u00ad\u034f\u0600\u061c\u06dd\u070f\u115f\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e',
  ...'\u2060\u2063\u2066\u2069\u206a\u206f\u3164\ufe0f\ufeff\uffa0\ufff9\ufffb\u{110bd}\u{1d173}\u{e0001}\u{e0041}\u{e0100}',
]
/** The zeros of some scripts, small and large planes. */
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x0e50, 0x1040, 0xa620, 0xff10, 0x104a0, 0x1d7ce, 0x1d7d8, 0x1e950,
]
const dashes = [...'-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d\u30fc']
const gaps = [...'  \u00a0\u2009\u202f\u3000', ...dashes]
const quotes = ['""', "''", '“”', '‘’', '„“', '«»', '「」', '＂＂', '[]', '()', '``'] as const
const labels: Partial<Record<PastedForm, readonly string[]>> = {
  iccid: [
    'ICCID: ',
    'iccid = ',
    '+CCID: ',
    '^ICCID:',
    'SIM ID ',
    'SIM-Nr.: ',
    'Numéro ICCID : ',
    '卡号：',
    '"iccid": ',
  ],
  imei: ['IMEI: ', 'IMEI ', '+CGSN: '],
  phoneNumber: ['Tel: ', 'tel:', 'Phone ', 'MSISDN: '],
  ipAddress: ['IP: ', 'IPv4: ', 'IP address '],
  cloudId: ['Cloud ID: ', 'Panel ', 'cloud id=', 'パネル：'],
  remotePortalId: ['Remote Portal ID: ', 'Remote ID '],
  physicalId: ['GUID: ', 'Physical ID '],
  sapCompanyId: ['SAP: ', 'SAP company ID ', 'Company '],
}
/** What may stand between their characters and count for nothing. */
const hasGaps: readonly PastedForm[] = ['iccid', 'imei', 'phoneNumber', 'sapCompanyId']

const at = (text: string, place: number, insert: string) => {
  const characters = [...text]
  characters.splice(place % (characters.length + 1), 0, insert)
  return characters.join('')
}

const inScript = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** How one is written: as it is kept, or with the dashes and capitals that people know it by. */
const shown = (form: PastedForm, id: string, dash: string): string => {
  if (form === 'remotePortalId') return id.replace('RP', `RP${dash}`)
  if (form === 'phoneNumber') return `+1${dash}${id}`
  if (form === 'physicalId') return id.replaceAll('-', dash)
  return id
}

/** An identifier with the dirt of documents, messages, spreadsheets, modems and programs around and in it. */
export const pasted = (
  form: PastedForm,
  mayHaveGaps = hasGaps.includes(form),
): fc.Arbitrary<{ id: string; written: string }> =>
  fc
    .record({
      id: identifiers[form],
      dash: fc.constantFrom(...dashes),
      zero: fc.option(fc.constantFrom(...zeros)),
      gaps: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...gaps)), {
        maxLength: mayHaveGaps ? 4 : 0,
      }),
      quote: fc.option(fc.constantFrom(...quotes)),
      isGuarded: fc.boolean(),
      label: fc.option(fc.constantFrom(...(labels[form] ?? []))),
      before: fc.constantFrom('', ' ', '\u3000', '• ', '- ', '> ', '* '),
      after: fc.constantFrom(
        '',
        ' ',
        ',',
        ';',
        '.',
        '，',
        '、',
        '|',
        ' ;',
        '\u00a0',
        '!',
        '?',
        '?utm_source=mail&x=1',
      ),
      unseen: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...unseen)), { maxLength: 5 }),
    })
    .map(({ id, dash, zero, gaps, quote, isGuarded, label, before, after, unseen }) => {
      let written = shown(form, id, dash)
      // Never first or last, where a dash would be a bullet or the end of a word.
      for (const [place, gap] of gaps) written = at(written, 1 + (place % (written.length - 1)), gap)
      if (zero !== null) written = inScript(written, zero)
      if (isGuarded) written = `="${written}"`
      else if (quote !== null) written = `${quote[0]}${written}${quote[1]}`
      written = `${before}${label ?? ''}${written}${after}`
      for (const [place, mark] of unseen) written = at(written, place, mark)
      return { id, written }
    })
