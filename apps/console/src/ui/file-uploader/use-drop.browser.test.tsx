import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { useDrop } from './use-drop.ts'

function Zone({ isMultiple, taken }: { readonly isMultiple: boolean; readonly taken: File[] }) {
  const { dropProps, leftOut } = useDrop({ isMultiple, take: (files) => taken.push(...files) })
  return <p {...dropProps}>Zone {leftOut}</p>
}

it.each([
  [false, 1, 1, ''],
  [false, 2, 1, '1 more file was dropped and not read.'],
  [false, 3, 1, '2 more files were dropped and not read.'],
  [true, 3, 3, ''],
])(
  '54.5 isMultiple %s: of %i dropped files %i are taken, the others named',
  async (isMultiple, given, count, said) => {
    const taken: File[] = []
    show(<Zone isMultiple={isMultiple} taken={taken} />)
    const dataTransfer = new DataTransfer()
    for (let at = 0; at < given; at++) dataTransfer.items.add(new File(['1'], `${at}.txt`))
    const zone = page.getByText('Zone')
    zone.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    expect(taken).toHaveLength(count)
    await expect
      .poll(() => zone.element().textContent.trim())
      .toMatch(said === '' ? /^Zone$/ : `Zone ${said}`)
  },
)
