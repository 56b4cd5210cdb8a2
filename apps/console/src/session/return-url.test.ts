import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginPathFor, safeReturnUrl } from './return-url.ts'

describe('2.3 R6 return-url', () => {
  it.each([
    ['/sim-detail', '/sim-detail'],
    ['/sim-detail?simId=8901170000000000013&x=a%2Fb', '/sim-detail?simId=8901170000000000013&x=a%2Fb'],
    ['/company/update/1/Harbor%20Security/', '/company/update/1/Harbor%20Security/'],
    ['/', '/'],
    ['/login-help', '/login-help'],
  ])('goes on to a path of ours with its query: %s', (given, expected) => {
    expect(safeReturnUrl(given)).toBe(expected)
  })

  it.each([
    [''],
    [null],
    [undefined],
    ['/login'],
    ['/login/'],
    ['/login?return-url=%2Flogin'],
    ['/logout'],
    ['/x/../logout'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['/.//evil.example'],
    ['/a/..//evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    [' /sim-detail'],
    ['sim-detail'],
  ])('goes home instead of to %j', (given) => {
    expect(safeReturnUrl(given)).toBe('/')
  })

  it('goes home when the frame does not know the route', () => {
    expect(safeReturnUrl('/nowhere', (path) => path === '/sim-detail')).toBe('/')
    expect(safeReturnUrl('/sim-detail?a=1', (path) => path === '/sim-detail')).toBe('/sim-detail?a=1')
  })

  it('never leaves the origin, whatever it is given', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '\t', '\n', 'a', '%', '2', 'f', ' ', 'é'),
    })
    fc.assert(
      fc.property(fc.oneof(nasty, fc.webUrl(), fc.string()), (given) => {
        const target = safeReturnUrl(given)
        expect(new URL(target, 'https://console.example').origin).toBe('https://console.example')
        expect(safeReturnUrl(target)).toBe(target)
      }),
      { numRuns: 2000 },
    )
  })

  it('2.3 names the current path and query in the way to /login, and nothing for home', () => {
    expect(loginPathFor('/sim-detail?simId=1')).toBe('/login?return-url=%2Fsim-detail%3FsimId%3D1')
    expect(loginPathFor('/')).toBe('/login')
    expect(loginPathFor('/logout')).toBe('/login')
  })
})
