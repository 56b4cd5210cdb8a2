import type { BrowserContext } from '@playwright/test'
import { test as base } from './diary.ts'
import { leaveInPeace } from './leave-in-peace.ts'
import type { World } from './world.ts'
import { type WorldName, Worlds } from './worlds.ts'

interface Fixtures {
  /** Which world the test is in; see worlds.ts. */
  worldName: WorldName
  world: World
  /**
   * Before the test reloads a page or visits another address, the refresh that every start makes is over (4). Who leaves
   * earlier passes through the provider's login (R18), which aborts the visit; specs about just that switch it off. After
   * it the screen stands there.
   */
  leavesInPeace: boolean
  cleanFaults: undefined
}

interface WorkerFixtures {
  worlds: Worlds
  /** Of signed-in.ts; here, since a worker is replaced for a spec with other fixtures of workers. */
  signedInContexts: Map<World, BrowserContext>
}

/** Playwright's `test` with the worlds of its worker, each made when the first test asks for it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  worlds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const worlds = new Worlds()
      await use(worlds)
      await worlds.destroy()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
  signedInContexts: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  worldName: ['test', { option: true }],
  world: [
    async ({ worlds, worldName }, use, { file }) => {
      await use(await worlds.get(worldName, file))
    },
    { timeout: 240_000 },
  ],
  leavesInPeace: [true, { option: true }],
  page: async ({ page, world, leavesInPeace }, use) => {
    if (leavesInPeace) leaveInPeace(page, world.consoleUrl)
    await use(page)
  },
  cleanFaults: [
    async ({ world }, use, testInfo) => {
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server said', { body: world.server.output.split('\n').slice(-30).join('\n') })
      if (!world.field.running) await world.field.start()
      if (!world.server.running) await world.server.start()
      await world.clearFaults()
      await world.leaveSituations()
    },
    { auto: true },
  ],
})
