import { describe, expect, it } from 'vitest'
import { compareReleases, releasePattern } from './versions.ts'

/** Each comes before the next (Semantic Versioning 2.0.0, 11). */
const ascending = [
  '4.1.0',
  '4.2.0-alpha',
  '4.2.0-alpha.1',
  '4.2.0-alpha.beta',
  '4.2.0-rc.2',
  '4.2.0-rc.10',
  '4.2.0',
  '4.2.1',
  '4.10.0',
  '5',
  '5.0.1',
  '10.0.0',
]

describe('4 upgrade or downgrade', () => {
  it('compares releases number by number, not as text', () => {
    const shuffled = [...ascending].sort()
    expect(shuffled).not.toEqual(ascending)
    expect(shuffled.sort(compareReleases)).toEqual(ascending)
  })

  it('takes what means the same as equal', () => {
    expect(compareReleases('5', '5.0.0')).toBe(0)
    expect(compareReleases('5.0.0+build.1', '5.0.0+build.2')).toBe(0)
  })

  it.each([...ascending, '5.0.0+7'])('%s is a release', (release) => expect(release).toMatch(releasePattern))
  it.each(['', 'v5', '5.', '5.0.0.0.0', '5.0.0-', 'latest', '5.0.0 '])("'%s' is none", (release) =>
    expect(release).not.toMatch(releasePattern),
  )
})
