import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leaveOut } from './leave-out.ts'

const require = createRequire(import.meta.url)
const keycloak = require.resolve('keycloak-js')
const router = join(
  dirname(require.resolve('react-router/package.json')),
  'dist/production/lib/router/router.js',
)

/** What the build makes of a file of a library; the reason where it stops. */
function built(code: string, id: string): string {
  const { transform } = leaveOut() as unknown as {
    transform: { handler: (this: { error(why: string): void }, code: string, id: string) => { code: string } }
  }
  const error = (why: string) => {
    throw new Error(why)
  }
  return transform.handler.call({ error }, code, id).code
}

describe('D28 what the first page does not carry of libraries', () => {
  it.each([
    { library: 'keycloak-js', id: keycloak, least: 12_000, kept: 'createLoginUrl = async (options) => {\n' },
    { library: 'React Router', id: router, least: 15_000, kept: 'async function startNavigation(' },
  ])(
    'functions of $library that nobody reaches are empty, the others are whole',
    async ({ id, least, kept }) => {
      const code = await readFile(id, 'utf8')
      const left = built(code, id)
      expect(code.length - left.length).toBeGreaterThan(least)
      expect(left).toContain(kept)
      expect(left).toContain("{ throw Error('left out: ")
    },
  )

  it('a library that is written otherwise stops the build, by the names that are gone', async () => {
    const code = (await readFile(keycloak, 'utf8')).replaceAll('checkSsoSilently', 'checkQuietly')
    expect(() => built(code, keycloak)).toThrow('no function checkSsoSilently any more')
  })
})
