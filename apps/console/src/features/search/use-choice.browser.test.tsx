import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import type { Entry } from './entries.ts'
import type { Thing } from './things.ts'
import { useChoice } from './use-choice.ts'

const entry = (id: string): Entry => ({ key: id, thing: { kind: 'sim', id } as Thing })
const actions = [
  { key: 'open', label: 'Open' },
  { key: 'deactivate', label: 'Deactivate' },
]

/** The list as it comes, and what would be done to which entry. */
function Choosing() {
  const [ids, setIds] = useState(['b', 'c'])
  const choice = useChoice(ids.map(entry), () => actions)
  return (
    <>
      <output>
        {choice.entry?.key} {choice.action?.key ?? 'none'}
      </output>
      <button type="button" onClick={() => choice.move(1)}>
        Next
      </button>
      <button type="button" onClick={() => choice.move(-1)}>
        Before
      </button>
      <button type="button" onClick={() => choice.toActions()}>
        Actions
      </button>
      <button type="button" onClick={() => setIds(['a', ...ids])}>
        Late
      </button>
      <button type="button" onClick={() => setIds(ids.filter((id) => id !== choice.entry?.key))}>
        Gone
      </button>
    </>
  )
}

it('E2 a hit that comes late moves no choice; of one that has gone no action is left', async () => {
  await show(<Choosing />)
  const press = (name: string) => userEvent.click(page.getByRole('button', { name }))
  const says = (words: string) => expect.element(page.getByRole('status')).toHaveTextContent(words)
  await says('b none')
  await press('Before')
  await says('c none')
  await press('Next')
  await says('b none')
  await press('Next')
  await press('Late')
  await says('c none')
  await press('Actions')
  await press('Next')
  await says('c deactivate')
  await press('Next')
  await says('c open')
  await press('Gone')
  await says('a none')
})
