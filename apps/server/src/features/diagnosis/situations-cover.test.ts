import { panelFindingCodes } from '@support-console/contract'
import { situations } from '@support-console/demo-world/situations'
import { expect, it } from 'vitest'

it('connected console 5 every check has a situation in which it finds something', () => {
  const covered = Object.values(situations).flatMap(({ expects, also = [] }) => [
    expects.code,
    ...also.map((finding) => finding.split(' ')[0]),
  ])
  expect(panelFindingCodes.filter((code) => !covered.includes(code))).toEqual([])
})
