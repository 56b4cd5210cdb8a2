import { zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { standOn } from '../../testing/device.ts'
import { show } from '../../testing/show.ts'
import { expectNoViolations } from '../../testing/widget.ts'
import { FileToList } from './file-to-list.tsx'
import type { Purpose, ReadList, SheetFacts } from './list-file.ts'
import { readInWorker } from './read-in-worker.ts'
import { SheetNote } from './sheet-note.tsx'
import { cell, partsOf, row, workbookOf } from './workbook-file.facts.ts'

const [one, two] = ['8901170000000000013', '8914800000000000055']
const fileOf = (bytes: BlobPart, name = 'harbor.xlsx') => new File([bytes], name)
const read = (bytes: BlobPart, purpose: Purpose = 'batch') =>
  readInWorker({ file: fileOf(bytes), purpose }).answer

const damaged = /^This workbook is damaged/
const tooBig = /^This workbook is too big/
const farCell = `<row r="20000"><c r="AX20000" t="str"><v>x</v></c></row>`

/** Files of some kilobytes that would keep a page busy, or fill its memory. */
const attacks: readonly (readonly [string, () => BlobPart, RegExp])[] = [
  [
    '40 sheets with one cell at AX20000',
    () => workbookOf(Array(40).fill({ data: farCell })),
    /holds no SIM IDs/,
  ],
  [
    'a shared text of 5.7 MB in 200,000 cells',
    () =>
      workbookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(200_000)}</row>`, {
        texts: `<si><t>${'y'.repeat(5_700_000)}</t></si>`,
      }),
    damaged,
  ],
  ['8 million <', () => workbookOf('<'.repeat(8_000_000)), damaged],
  ['2 million <!--', () => workbookOf('<!--'.repeat(2_000_000)), damaged],
  ['a million elements within each other', () => workbookOf('<a>'.repeat(1_000_000)), damaged],
  ['an element with a million attributes', () => workbookOf(`<row ${'a="1" '.repeat(1_000_000)}/>`), damaged],
  [
    'a million shared texts',
    () => workbookOf(row(1, [one]), { texts: '<si><t>abc</t></si>'.repeat(1_000_000) }),
    tooBig,
  ],
  [
    'a bomb of 164 MB',
    () => workbookOf(`<row>${'<c/>'.repeat(41_000_000)}</row>`),
    /too big|longer than 3 seconds/,
  ],
  [
    'three million cells and more',
    () => workbookOf(`<row>${'<c><v>1</v></c>'.repeat(3_100_000)}</row>`),
    /too big|longer than 3 seconds/,
  ],
  [
    'an archive of 30,000 files',
    () =>
      zipSync({
        ...partsOf([{ data: row(1, [one]) }]),
        ...Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`xl/${at}`, new Uint8Array()])),
      }),
    tooBig,
  ],
  ['one line of 10 MB', () => '8'.repeat(10_000_000), /^The list is too big: 10\.0 MB/],
  [
    'a wide line above a long list',
    () => `${','.repeat(99_000)}\n${'a\n'.repeat(40_000)}`,
    /^The list holds|^\$/,
  ],
]

describe('G3 a file that is chosen', () => {
  it.each(attacks)('never hangs the page: %s', async (_what, make, sentence) => {
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
    if (answer && 'refusal' in answer) expect(answer.refusal).toMatch(sentence)
    else expect(answer).toMatchObject({ batch: { entries: [{ iccid: 'a' }] } })
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
          'Sheet “Read me” was open when the file was saved, but holds none. “Swap” was read instead.',
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
    for (const colorScheme of ['light', 'dark'] as const) {
      await standOn({ colorScheme, reducesMotion: true })
      await expectNoViolations('main')
    }
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
        'Only hidden rows or columns of sheet “Sheet1” hold what is looked for. Nothing was taken from them.',
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
