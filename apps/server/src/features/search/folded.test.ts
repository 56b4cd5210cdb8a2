import { bareNumber, folded } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'

describeOnEachDatabase('D41 D47 names and numbers as they are compared', (database) => {
  /** What the database makes of each text. */
  async function byDatabase(texts: readonly string[], name: 'folded' | 'bare_number'): Promise<string[]> {
    const { rows } = await sql<{ is: string }>`
      select ${sql.id(name)}(text) as is from unnest(${texts}::text[]) with ordinality as given (text, at)
      order by at`.execute(database.get().db)
    return rows.map(({ is }) => is)
  }

  it('are the same in the program and in the database, for every letter of Unicode', async () => {
    const letters: string[] = []
    for (let code = 1; code <= 0x1ffff; code++)
      if (code < 0xd800 || code > 0xdfff) letters.push(`a${String.fromCodePoint(code)}b`)
    const theirs = await byDatabase(letters, 'folded')
    // Newer letters than the database's Unicode knows may be written in two ways there.
    const apart = letters.filter((letter, at) => theirs[at] !== folded(letter))
    expect(apart.filter((letter) => (letter.codePointAt(1) ?? 0) < 0x600)).toEqual([])
    expect(apart.length).toBeLessThan(letters.length / 500)
  })

  it('are the same for any text of those scripts', async () => {
    const letter = fc.integer({ min: 1, max: 0x5ff }).map((code) => String.fromCodePoint(code))
    const texts = fc.sample(fc.string({ unit: letter, maxLength: 30 }), 1_000)
    expect(await byDatabase(texts, 'folded')).toEqual(texts.map(folded))
  })

  it('fold accents, capitals and forms, whatever the language', () => {
    const alike = [
      ['Société Générale', 'societe generale', 'SOCIE\u0301TE\u0301 GE\u0301NE\u0301RALE'],
      ['Ørsted Łódź', 'ORSTED LODZ'],
      ['Straße', 'STRASSE'],
      ['Æther', 'AETHER'],
      ['ﬁre', 'FIRE'],
      ['ＨＡＲＢＯＲ', 'harbor'],
      ['Ισχύς', 'ΙΣΧΥΣ'],
      ['Щит', 'ЩИТ'],
    ]
    for (const names of alike) expect(new Set(names.map(folded)).size).toBe(1)
  })

  it('leave numbers their digits but leading zeros', async () => {
    const numbers = ['0', '00', '007', '7', '0100', '']
    expect(await byDatabase(numbers, 'bare_number')).toEqual(numbers.map(bareNumber))
    expect(numbers.map(bareNumber)).toEqual(['0', '0', '7', '7', '100', ''])
  })
})
