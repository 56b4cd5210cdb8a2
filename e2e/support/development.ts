import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'

/**
 * Serves the page the console's modules one by one instead of the built bundle, at the same address and beside the
 * real API: then a test can import one of them (`import('/src/…')`) and meets the very instance that the page uses.
 * Returns a function that ends it.
 */
export async function serveModules(page: Page, consoleUrl: string): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../../apps/console', import.meta.url))
  const vite = await createServer({
    root,
    configFile: `${root}/vite.config.ts`,
    logLevel: 'error',
    cacheDir: `${root}/node_modules/.vite-e2e`,
    server: { port: 0, strictPort: false, hmr: false, ws: false, host: '127.0.0.1', proxy: {} },
  })
  await vite.listen()
  const address = vite.httpServer?.address()
  if (!address || typeof address === 'string') throw new Error('Vite has no port')
  await page.route(`${consoleUrl}/**`, async (route) => {
    const url = new URL(route.request().url())
    if (url.pathname.startsWith('/api/')) return route.fallback()
    // Sent on and not answered from here: an answer of ours would count as from another network than localhost.
    await route.continue({ url: `http://127.0.0.1:${address.port}${url.pathname}${url.search}` })
  })
  return async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await vite.close()
  }
}
