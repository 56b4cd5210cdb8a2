import { type Browser, chromium, type Page } from '@playwright/test'
import prepareWorld from '../../e2e/support/prepare-world.ts'
import { World } from '../../e2e/support/world.ts'
import config from '../../playwright.config.ts'

/** A real Chromium at the built console, in a world of its own. */
export interface AtConsole {
  browser: Browser
  world: World
}

/** Measures there, and takes all of it away afterwards. */
export async function atConsole(measure: (there: AtConsole) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(config.use?.launchOptions)
  const removePrepared = await prepareWorld()
  try {
    const world = await World.create()
    try {
      await measure({ browser, world })
    } finally {
      await world.destroy()
    }
  } finally {
    await removePrepared()
    await browser.close()
  }
}

/** A tab of its own, signed in. */
export async function openTab({ browser, world }: AtConsole): Promise<Page> {
  const page = await browser.newPage({ baseURL: world.consoleUrl, viewport: { width: 1440, height: 900 } })
  await world.signIn(page)
  return page
}
