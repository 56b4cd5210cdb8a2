import { test } from './support/test.ts'
import { expect } from './support/world.ts'

test('D48 a file dropped beside every zone does not replace the page', async ({ page, world }) => {
  await world.signIn(page)
  const isRefused = (kind: 'dragover' | 'drop') =>
    page.getByRole('heading', { level: 1 }).evaluate((element, kind) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['1'], 'list.txt'))
      return !element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    }, kind)
  expect(await isRefused('dragover')).toBe(true)
  expect(await isRefused('drop')).toBe(true)
})
