import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolationsInThemes } from '../../testing/widget.ts'
import { FileToList } from './file-to-list.tsx'
import { hostileWorkbooks } from './hostile-files.facts.ts'
import type { Purpose, ReadList, SheetFacts } from './list-file.ts'
import { readInWorker } from './read-in-worker.ts'
import { SheetNote } from './sheet-note.tsx'
import { cell, row, workbookOf } from './workbook-file.facts.ts'

const [one, two] = ['8901170000000000013', '8914800000000000055']
const fileOf = (bytes: BlobPart, name = 'harbor.xlsx') => new File([bytes], name)
const read = (bytes: BlobPart, purpose: Purpose = 'batch') =>
  readInWorker({ file: fileOf(bytes), purpose }).answer

const damaged = /^This workbook is damaged/
const tooBig = /^This workbook is too large/
const late = /longer than 3 seconds/
const noSims = /contains no SIM IDs/
const tooMuch = /^This workbook is too large/

const many = (shape: string) => () => {
  const { most = 0, make = () => '' } = hostileWorkbooks[shape] ?? {}
  return make(most)
}
/**
 * Files that would keep a page busy, or fill its memory; undefined: they are read. All shapes are read in `hostile-files.test`;
 * those that take a page long to make are left out here.
 */
const attacks: readonly (readonly [string, () => BlobPart, RegExp | undefined])[] = [
  ['cells of one row', many('cells of one row'), tooMuch],
  ['far cells of many sheets', many('far cells of many sheets'), noSims],
  ['sheets and relations', many('sheets and relations'), tooBig],
  ['characters of a format', many('characters of a format'), undefined],
  ['cells of a long text that they share', many('cells of a long text that they share'), noSims],
  ['texts that cells share', many('texts that cells share'), tooMuch],
  ['signs without an element', many('signs without an element'), damaged],
  ['comments that never end', many('comments that never end'), damaged],
  ['elements within each other', many('elements within each other'), damaged],
  ['attributes of an element', many('attributes of an element'), damaged],
  ['one line of 10 MB', () => '8'.repeat(10_000_000), /^The list is too big: 10\.0 MB/],
  ['a wide line above a long list', () => `${','.repeat(99_000)}\n${'1\n'.repeat(40_000)}`, undefined],
]

describe('G3 a file that is chosen', () => {
  it.each(attacks)('never hangs the page: %s', { timeout: 60_000 }, async (_what, make, sentence) => {
    const bytes = make()
    // Whatever is read, the page goes on drawing meanwhile.
    let frames = 0
    const draw = () => {
      frames++
      drawing = requestAnimationFrame(draw)
    }
    let drawing = requestAnimationFrame(draw)
    const answer = await read(bytes)
    cancelAnimationFrame(drawing)
    // A busy machine may take longer than a person waits: then that is said.
    const isLate = answer && 'refusal' in answer && late.test(answer.refusal)
    if (sentence && !isLate) expect(answer).toMatchObject({ refusal: expect.stringMatching(sentence) })
    else if (!isLate) expect(answer).toMatchObject({ batch: { entries: [expect.anything()] } })
    expect(frames).toBeGreaterThan(0)
  })

  it('is stopped where it is read, and says nothing any more', async () => {
    const reading = readInWorker({ file: fileOf(workbookOf(row(1, [one]))), purpose: 'batch' })
    reading.stop()
    expect(await reading.answer).toBeUndefined()
  })

  it('says that its reader did not come, where it did not', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue()
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        terminate() {}
        postMessage() {
          this.dispatchEvent(new ErrorEvent('error'))
        }
      },
    )
    try {
      const answer = await read(workbookOf(row(1, [one])))
      expect(answer).toEqual({ refusal: expect.stringMatching(/did not load/) })
      expect(reported).toHaveBeenCalledOnce()
    } finally {
      vi.unstubAllGlobals()
      reported.mockRestore()
    }
  })
})

describe('D42 what is said and offered of a workbook', () => {
  const facts: SheetFacts = {
    sheet: 1,
    sheets: [
      { name: 'Read me', isHidden: false, hasCells: true },
      { name: 'Swap', isHidden: false, hasCells: true },
      { name: 'Old', isHidden: true, hasCells: true },
      { name: 'Chart', isHidden: false, hasCells: false },
    ],
    hidden: { rows: 2, columns: 1 },
    includesHidden: false,
    passedOver: 'Read me',
  }

  it('says what was left out, and lets it be included, or another sheet be read', async () => {
    const onChoose = vi.fn()
    show(<SheetNote facts={facts} onChoose={onChoose} />)
    await expect
      .element(
        page.getByText(
          'Sheet “Read me” was open when the file was saved, but has none. “Swap” was read instead.',
        ),
      )
      .toBeVisible()
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent(/^2 rows and 1 column hidden or filtered out in the sheet: left out\./)
    await page.getByRole('button', { name: 'Include them' }).click()
    expect(onChoose).toHaveBeenLastCalledWith({ sheet: 1, includesHidden: true })
    await page.getByLabelText('Sheet').click()
    await page.getByRole('option', { name: 'Old (hidden)' }).click()
    expect(onChoose).toHaveBeenLastCalledWith({ sheet: 2, includesHidden: false })
    await expectNoViolationsInThemes('main')
  })

  it('says what is included, and nothing of a workbook whose one sheet hides nothing', async () => {
    show(<SheetNote facts={{ ...facts, includesHidden: true }} onChoose={undefined} />)
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent(/included\. To change this, choose the file again\.$/)
    show(
      <SheetNote
        facts={{ ...facts, sheets: facts.sheets.slice(0, 1), sheet: 0, hidden: { rows: 0, columns: 0 } }}
        onChoose={vi.fn()}
      />,
    )
    expect(page.getByRole('status').elements()).toEqual([])
    expect(page.getByLabelText('Sheet').elements()).toEqual([])
  })

  it('a file whose seen rows hold nothing is read again with its hidden ones, on purpose', async () => {
    const lists: ReadList[] = []
    const data = `${row(1, ['ICCID'])}${row(2, [one], ' hidden="1"')}${row(3, [two], ' hidden="1"')}`
    show(
      <FileToList
        file={fileOf(workbookOf(data))}
        purpose="batch"
        onList={(list) => lists.push(list)}
        onCancel={() => undefined}
      />,
    )
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'Only hidden rows or columns of sheet “Sheet1” contain what the console looks for. Nothing was taken from them.',
      )
    await page.getByRole('button', { name: 'Include them' }).click()
    await expect
      .poll(() => lists.map(({ batch }) => batch?.entries.map(({ iccid }) => iccid)))
      .toEqual([[one, two]])
  })

  it('a file that is read for long is said by its name, and given up by a button', async () => {
    const onCancel = vi.fn()
    const Real = globalThis.Worker
    // It begins, and then is at work for ever.
    vi.stubGlobal(
      'Worker',
      class extends Real {
        override postMessage() {}
      },
    )
    show(
      <FileToList
        file={fileOf(workbookOf(cell('x')), 'slow.xlsx')}
        purpose="lines"
        onList={vi.fn()}
        onCancel={onCancel}
      />,
    )
    vi.unstubAllGlobals()
    await expect.element(page.getByText('Reading slow.xlsx…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(onCancel).toHaveBeenCalledOnce()
    expect(page.getByText('Reading slow.xlsx…').elements()).toEqual([])
  })
})
