import { readFileSync } from 'node:fs'
import { panelFindingCodes } from '@support-console/contract'
import { situations } from '@support-console/demo-world/situations'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../../../../docs/findings/situations.md', import.meta.url), 'utf8')
/** By the code that a line of the table begins with, the situations that it names. */
const lines = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word]) => word)))

it('connected console 5 docs/findings/situations.md names every situation once at what is found first, and every code has one', () => {
  const named = lines.flatMap(([, , first = []]) => first)
  expect(named.toSorted()).toEqual(Object.keys(situations).toSorted())
  for (const [name, { expects, also = [] }] of Object.entries(situations)) {
    const codes = lines.filter(([, , first = []]) => first.includes(name)).flatMap(([, code = []]) => code)
    expect(codes, name).toEqual(expects.code ? [expects.code] : [])
    for (const code of also.map((each) => each.split(' ')[0]))
      expect(lines.find(([, codes = []]) => codes[0] === code)?.[3], `${name} at ${code}`).toContain(name)
  }
  const covered = Object.values(situations).flatMap(({ expects, also = [] }) => [
    expects.code,
    ...also.map((each) => each.split(' ')[0]),
  ])
  expect(panelFindingCodes.filter((code) => !covered.includes(code))).toEqual([])
})
