import { readFileSync } from 'node:fs'
import { panelFindingCodes } from '@support-console/contract'
import { expect, it } from 'vitest'

const folder = new URL('../../../../../docs/findings/', import.meta.url)
/** The parts below a heading that is a code. */
const parts = ['panel-checks.md', 'sim-checks.md']
  .flatMap((page) => readFileSync(new URL(page, folder), 'utf8').split(/^## /m).slice(1))
  .map((part) => ({ heading: part.slice(0, part.indexOf('\n')).trim(), text: part }))
  .filter(({ heading }) =>
    /^(?:panel|sim|container|carrier|receiver|common|company|recent)-[a-z-]+$/.test(heading),
  )

it('connected console 5 docs/findings has each code once, in the order of dependence, and no other', () => {
  expect(parts.map(({ heading }) => heading)).toEqual([...panelFindingCodes])
})

it.each(parts)(
  'connected console 5 docs/findings says of $heading cause, evidence, next step and what it cannot know',
  ({ text }) => {
    const said = [...text.matchAll(/^- \*\*([\w ]+):\*\* \S.{10,}\.$/gm)].map(([, name]) => name)
    expect(said).toEqual(['Cause', 'Evidence', 'Next step', 'Cannot know'])
  },
)
