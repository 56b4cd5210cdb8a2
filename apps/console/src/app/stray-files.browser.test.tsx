import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.ts'
import { provideReceiver, type Stray, takeStrays } from './stray-files.ts'

takeStrays()

function transferOf({ text = '', name }: { text?: string; name?: string }): DataTransfer {
  const transfer = new DataTransfer()
  if (text) transfer.setData('text/plain', text)
  for (const each of name?.split(' ') ?? []) transfer.items.add(new File(['1'], each))
  return transfer
}

const drop = (on: Element, given: Parameters<typeof transferOf>[0]): boolean =>
  !on.dispatchEvent(
    new DragEvent('drop', { dataTransfer: transferOf(given), bubbles: true, cancelable: true }),
  )
const paste = (on: Element, text: string) =>
  on.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: transferOf({ text }), bubbles: true, cancelable: true }),
  )

function heard(): Stray[] {
  const strays: Stray[] = []
  provideReceiver((stray) => strays.push(stray))
  onTestFinished(() => provideReceiver(undefined))
  return strays
}

it('issue 43 takes what is dropped or pasted on the page; a field keeps its text', async () => {
  const strays = heard()
  show(
    <>
      <p>Page</p>
      <input aria-label="Field" />
    </>,
  )
  const [text, field] = [page.getByText('Page').element(), page.getByLabelText('Field').element()]
  expect(drop(text, { name: 'list.txt' })).toBe(true)
  expect(drop(field, { name: 'other.txt' })).toBe(true)
  expect(drop(text, { text: 'CBS0000001' })).toBe(true)
  expect(drop(field, { text: 'harbor' })).toBe(false)
  paste(text, '8901170000000000013')
  paste(field, 'prairie')
  expect(drop(text, { name: 'a.txt b.txt c.txt' })).toBe(true)
  expect(strays.map(({ others }) => others)).toEqual([0, 0, 0, 0, 2])
  expect(strays.map((stray) => stray.file?.name ?? stray.text)).toEqual([
    'list.txt',
    'other.txt',
    'CBS0000001',
    '8901170000000000013',
    'a.txt',
  ])
})

it('D48 before anyone has signed in a file replaces no page, and nothing hears of it', async () => {
  show(
    <dialog open>
      <p>Question</p>
    </dialog>,
  )
  const question = page.getByText('Question').element()
  expect(drop(question, { name: 'list.txt' })).toBe(true)
  const strays = heard()
  expect(drop(question, { name: 'list.txt' })).toBe(true)
  paste(question, 'CBS0000001')
  expect(strays).toEqual([])
})
