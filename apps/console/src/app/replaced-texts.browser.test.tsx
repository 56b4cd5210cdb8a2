import fc from 'fast-check'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.ts'
import { playTranslator } from '../testing/translator.ts'
import { Button } from '../ui/button.tsx'
import { followReplacedTexts } from './replaced-texts.ts'

interface Said {
  readonly isComparing: boolean
  readonly isBusy: boolean
  readonly title: string
  readonly found: number
  readonly note: string | undefined
  readonly order: readonly string[]
}

const words = fc.constantFrom('', 'SIM', 'Panel', 'Not found', ' ', 'Looking…')
const said = fc.record<Said>({
  isComparing: fc.boolean(),
  isBusy: fc.boolean(),
  title: words,
  found: fc.nat(3),
  note: fc.option(words, { nil: undefined }),
  order: fc.shuffledSubarray(['active', 'ready', 'inactive']),
})
const nothing: Said = {
  isComparing: false,
  isBusy: false,
  title: 'SIM',
  found: 0,
  note: undefined,
  order: [],
}

/** Texts alone, beside others, beside elements, between them, coming, going and changing places. */
function Screen({ isComparing, isBusy, title, found, note, order }: Said) {
  return (
    <>
      <h1>
        {title} {found > 0 && <small>{found}</small>}
      </h1>
      <h2>{title}</h2>
      <Button icon={<svg />} isBusy={isBusy} busyText="Comparing…">
        {isComparing ? 'Stop comparing' : 'Compare'}
      </Button>
      <input aria-label="SIM ID" />
      <p role="status">
        {note}
        {found} of 3{found === 1 ? ' is' : ' are'} found
        {isBusy ? <b>{note}</b> : note}
      </p>
      <ul>
        {order.map((state) => (
          <li key={state}>
            {state}: {found}
          </li>
        ))}
      </ul>
      {order.map((state) => [state, <br key={state} />])}
    </>
  )
}

const translatorsTurn = () => new Promise((resolve) => setTimeout(resolve))

it.each([
  { way: 'replaces', parts: [followReplacedTexts, playTranslator] },
  {
    way: 'inserts and removes, and was there first',
    parts: [() => playTranslator(true), followReplacedTexts],
  },
])('D48 what changes says its new words to a translator that $way', async ({ parts }) => {
  for (const start of parts) onTestFinished(start())
  let say: (next: Said) => void = () => {}
  function Shown() {
    const [now, setNow] = useState(nothing)
    say = (next) => flushSync(() => setNow(next))
    return <Screen {...now} />
  }
  // Apart from the document no translator sees it.
  const untouched = document.createElement('div')
  const root = createRoot(untouched)
  onTestFinished(() => root.unmount())

  show(<Shown />)
  await translatorsTurn()
  expect(document.querySelectorAll('font').length).toBeGreaterThan(10)
  const field = page.getByRole('textbox', { name: 'SIM ID' })
  await userEvent.fill(field, '8901')
  const { activeElement } = document
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 12 }), async (sequence) => {
      for (const next of sequence) {
        say(next)
        flushSync(() => root.render(<Screen {...next} />))
        await translatorsTurn()
        expect(document.querySelector('main')?.textContent).toBe(untouched.textContent)
      }
    }),
    { numRuns: 30 },
  )
  await expect.element(field).toHaveValue('8901')
  expect(document.activeElement).toBe(activeElement)
})

it('D48 a translator that takes its words back leaves the console’s own', async () => {
  onTestFinished(followReplacedTexts())
  const stop = playTranslator()
  show(<Screen {...nothing} />)
  await translatorsTurn()
  const before = document.querySelector('main')?.textContent
  stop()
  for (const font of document.querySelectorAll('font font')) font.parentElement?.remove()
  await translatorsTurn()
  expect(document.querySelector('main')?.textContent).toBe(before)
  expect(document.querySelectorAll('font').length).toBe(0)
})
