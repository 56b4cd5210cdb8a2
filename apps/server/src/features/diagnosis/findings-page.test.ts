import { readFileSync } from 'node:fs'
import { panelFindingCodes } from '@support-console/contract'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../../../../docs/findings.md', import.meta.url), 'utf8')
/** The parts below a heading that is a code; what else stands on the page is nobody's here. */
const parts = page
  .split(/^## /m)
  .slice(1)
  .map((part) => ({ heading: part.slice(0, part.indexOf('\n')).trim(), text: part }))
  .filter(({ heading }) =>
    /^(?:panel|sim|container|carrier|receiver|common|company|recent)-[a-z-]+$/.test(heading),
  )

it('connected console 5 docs/findings.md has each code once, in the order of dependence, and no other', () => {
  expect(parts.map(({ heading }) => heading)).toEqual([...panelFindingCodes])
})

it.each(parts)(
  'connected console 5 docs/findings.md says of $heading cause, evidence, next step and what it cannot know',
  ({ text }) => {
    const said = [...text.matchAll(/^- \*\*([\w ]+):\*\* \S.{10,}\.$/gm)].map(([, name]) => name)
    expect(said).toEqual(['Cause', 'Evidence', 'Next step', 'Cannot know'])
  },
)
