import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import Files from '../../gallery/sections/4-files.tsx'
import { show } from '../../testing/show.ts'
import { expectNoViolationsInThemes, focus, textsOf } from '../../testing/widget.ts'
import { FileUploader } from './file-uploader.tsx'
import type { UploadedFile } from './files.ts'

const heard = page.getByTestId('files')
const one = page.getByLabelText('SIMs to deactivate')
const file = (name: string, content = 'a', type = '') => new File([content], name, { type })

/** Drops files on the target, as the browser reports it. */
async function drop(label: string, files: File[]) {
  const dataTransfer = new DataTransfer()
  for (const each of files) dataTransfer.items.add(each)
  const target = await page.getByLabelText(label, { exact: true }).first().findElement()
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}

/** Lets no file of this name be read as a data URL before it is let go; `others` resolves when another one was. */
function holdReading(name: string) {
  const read = FileReader.prototype.readAsDataURL
  let letGo = () => {}
  const { promise: others, resolve: isRead } = Promise.withResolvers<unknown>()
  FileReader.prototype.readAsDataURL = function (given: Blob) {
    if (given instanceof File && given.name === name) letGo = () => read.call(this, given)
    else {
      this.addEventListener('loadend', isRead)
      read.call(this, given)
    }
  }
  onTestFinished(() => {
    FileReader.prototype.readAsDataURL = read
  })
  return { others, letGo: () => letGo() }
}

describe('4, 5 file uploader', () => {
  beforeEach(() => show(<Files />))

  it('3, 5 an uploaded file is reported with its data and itself, once it is no longer loading', async () => {
    const { letGo } = holdReading('held.csv')
    const reported: UploadedFile[] = []
    show(<FileUploader label="Held" onChange={(files) => reported.push(...files)} />)
    await drop('Held', [file('held.csv', 'a', 'text/csv')])
    await expect.element(page.getByText('Reading held.csv')).toBeInTheDocument()
    expect(reported).toEqual([])
    letGo()
    await expect.poll(() => page.getByText('Reading held.csv').length).toBe(0)
    expect(reported).toEqual([
      { data: 'data:text/csv;base64,YQ==', isLoadingData: false, originalFileData: expect.any(File) },
    ])
    expect(await reported[0]?.originalFileData.text()).toBe('a')
  })

  it('5 reads as text, reports when loaded, can be removed and chosen again', async () => {
    await one.upload(file('sims.CSV', '8901170000000000013'))
    await expect.element(heard).toHaveTextContent('8901170000000000013')
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'sims.CSV' }))
      .toMatchTextContent('100 SIMs')
    await page.getByRole('button', { name: 'Remove sims.CSV' }).click()
    await expect.element(heard).toHaveTextContent('')
    await expect.element(one).toHaveFocus()
    await one.upload(file('sims.CSV', 'again'))
    await expect.element(heard).toHaveTextContent('again')
  })

  it('5 a file of another kind is refused with InvalidFileSelectedSingle', async () => {
    await one.upload(file('sims.xlsx', 'x', 'application/vnd.ms-excel'))
    await expect
      .element(one)
      .toHaveAccessibleDescription('The file is of a kind that is not accepted. Choose CSV or text.')
    await expect.element(heard).toHaveTextContent('')
  })

  it('4, 5 dropped files replace the list; those of another kind are left out and said', async () => {
    await drop('Several files', [file('a.csv'), file('b.exe', 'b'), file('c.bin', 'c', 'IMAGE/png')])
    await expect.element(page.getByText('Files of a kind that is not accepted were left out.')).toBeVisible()
    await expect
      .element(heard)
      .toMatchTextContent(/^a\.csv:data:.*;base64,YQ==\|c\.bin:data:image\/png;base64,Yw==$/)
    await drop('Several files', [file('d.csv', 'd', 'text/csv')])
    await expect
      .poll(() => textsOf(page.getByRole('list', { name: 'Several files' }).getByRole('listitem')))
      .toEqual([expect.stringContaining('d.csv')])
    await expect.element(heard).toHaveTextContent('d.csv:data:text/csv;base64,ZA==')
  })

  it('4 several files are reported once, when the last of them is read', async () => {
    const { others, letGo } = holdReading('held.csv')
    const reported: string[][] = []
    show(
      <FileUploader
        label="Held"
        isMultiple
        onChange={(files) => reported.push(files.map(({ originalFileData }) => originalFileData.name))}
      />,
    )
    await drop('Held', [file('read.csv'), file('held.csv')])
    await others
    letGo()
    await expect.poll(() => reported.length).toBeGreaterThan(0)
    await expect
      .poll(() => textsOf(page.getByRole('list', { name: 'Held' }).getByRole('listitem')))
      .toEqual([expect.stringContaining('read.csv'), expect.stringContaining('held.csv')])
    expect(reported).toEqual([['read.csv', 'held.csv']])
  })

  it('4 choosing again replaces the list, also where nothing can be removed, and keeps the focus', async () => {
    const fixed = page.getByLabelText('Not removable')
    await focus(fixed)
    await fixed.upload(file('first.txt', 'first'))
    await expect.element(heard).toHaveTextContent('first')
    expect(page.getByRole('button', { name: 'Remove first.txt' }).length).toBe(0)
    const again = page.getByRole('button', { name: 'Choose another Not removable' })
    await expect.element(again).toHaveFocus()
    await again.upload(file('second.txt', 'second'))
    await expect.element(heard).toHaveTextContent('second')
    await expect
      .poll(() => textsOf(page.getByRole('list', { name: 'Not removable' }).getByRole('listitem')))
      .toEqual(['second.txt'])

    await one.upload(file('sims.csv', 'a'))
    const another = page.getByRole('button', { name: 'Choose another SIMs to deactivate' })
    await another.upload(file('more.csv', 'b'))
    await expect.element(heard).toHaveTextContent('b')
    // A wrong choice empties the list and says why.
    await another.upload(file('more.exe', 'b'))
    await expect.element(one).toHaveAccessibleDescription(/not accepted/)
    await expectNoViolationsInThemes('main')
  })

  it('2.4 locked: nothing can be chosen', async () => {
    await expect.element(page.getByLabelText('Locked', { exact: true })).toBeDisabled()
    await expect
      .element(page.getByLabelText('With an error'))
      .toHaveAccessibleDescription('The file is empty.')
  })
})
