import { describe, expect, it } from 'vitest'
import { anythingIn, linesIn } from './line-list.ts'

const [one, two] = ['8901170000000000013', '8914800000000000055']

describe('use 2, D35 what a pasted list or a file has to look up', () => {
  it.each([
    ['lines without columns stay as they are', ` ${one}\r\n\r\nharbor \n8901 1700 0000 0000 013`],
    ['a comma in a sentence makes no columns', `Hello,\n${one}\nHarbor Security, Inc.\nharbor`],
    ['a quotation mark that is never closed is no column', `"Harbor, ${one}\nPier, ${two}`],
  ])('%s', (_, given) => {
    expect(linesIn(given)).toBe(given)
  })

  it.each([
    [
      'the column headed ICCID, below a title',
      `Swap of May\nPhone,ICCID\n+15550101234567890123,${one}\n1,${two}`,
      [one, two],
    ],
    [
      'the column that holds SIM IDs, of a spreadsheet; a line without one by what it has',
      `Site\tCard\nElm Street 7\t${one}\nCBS0000001\t\nPier\t8914 8000 0000 0000 055`,
      [one, 'CBS0000001', '8914 8000 0000 0000 055'],
    ],
    ['a line twice stays twice, as a line each', `Customer;SIM\nHarbor;${one}\nPier;${one}`, [one, one]],
    [
      'panels before the numbers of telephones and days',
      'Panel,Phone,Since\nCBS0000001,+1 555 010 1234,2026-11-01\nRP-000004,,',
      ['CBS0000001', 'RP-000004'],
    ],
    [
      'without any identifier the first cell with most digits',
      '"Prairie, Alarm",1000002\nHarbor,',
      ['1000002', 'Harbor'],
    ],
    [
      'identifiers in several columns are all looked up',
      `${one},${two}\nCBS0000001,`,
      [one, two, 'CBS0000001'],
    ],
    [
      'several on a line, whatever script’s comma parts them',
      `${one}、${two}，8901 1700 0000 0000 021`,
      [one, two, '8901 1700 0000 0000 021'],
    ],
    ['a panel and a company on one line', 'CBS0000001;Harbor', ['CBS0000001', 'Harbor']],
    ['a name with a comma stays one', 'Harbor, Ltd.', ['Harbor, Ltd.']],
    [
      'one column in quotation marks',
      `"Harbor, ""A"""\n"${one}"\nCBS0000001`,
      ['Harbor, "A"', one, 'CBS0000001'],
    ],
    [
      'issue 54 two panels on a line',
      'Site,Panel,Spare\nPier,CBS0000001,CBS0000002',
      ['CBS0000001', 'CBS0000002'],
    ],
    ['bars between the cells', `Customer|ICCID\nHarbor|${one}`, [one]],
    ['case 14 below the line that names the separator', `sep=;\nSite;ICCID\nPier;${one}`, [one]],
    ['as others guard them', `Name;ICCID\nPier;="${one}"`, [one]],
    ['as our own files protect them', `Name,ICCID\n"'=Harbor","${one}"`, [one]],
  ])('%s', (_, given, lines) => {
    expect(linesIn(given).split('\n')).toEqual(lines)
    // Who goes back to the list, or reloads, has the same.
    expect(linesIn(linesIn(given))).toBe(linesIn(given))
  })
})

describe('issue 43 what a text of any kind has to look up', () => {
  it.each([
    [
      'an email: what its sentences name, each line that names nothing as it stands',
      `> Hello,\n> SIM ${one} and panel CBS 0000001 are silent since 26 Nov;\n> ask installer@harbor.example.\nThanks`,
      ['Hello,', one, 'CBS 0000001', 'installer@harbor.example', 'Thanks'],
    ],
    [
      'a labelled value keeps its line',
      `SIM ID: ${one}\nPanel RP-000004`,
      [`SIM ID: ${one}`, 'Panel RP-000004'],
    ],
    ['a table by its columns', `Customer;ICCID\nHarbor;${one}`, [one]],
    ['a SIM ID in four gaps', 'please look at 8901 1700 0000 0000 013 today', ['8901 1700 0000 0000 013']],
    ['no number within a longer one', `order 1${one}9 of today`, [`order 1${one}9 of today`]],
  ])('%s', (_, given, lines) => {
    expect(anythingIn(given).split('\n')).toEqual(lines)
  })
})
