// How long it takes until a person is told of the end of their work: from the notice that is kept with the end (D38) to the title
// of two browsers of that person that names it, beside a call that asks for the tray. Ordinary work: looks at two SIMs each.
import { setTimeout as pause } from 'node:timers/promises'
import type { Tray } from '@support-console/contract'
import { batchSims } from '../e2e/support/sim-management.ts'
import { atConsole, openTab } from './support/at-console.ts'
import { percentile, print } from './support/report.ts'

const rounds = 20
const budget = 2_000

/** In the page: notes when its title first named so many unread ends. */
const noteTitles = `globalThis.told = {}
  new MutationObserver(() => { told[/^\\((\\d+)\\)/.exec(document.title)?.[1] ?? 0] ??= Date.now() })
    .observe(document.querySelector('title'), { childList: true })`

await atConsole(async (there) => {
  const pages = [await openTab(there), await openTab(there)]
  const [first] = pages
  if (!first) throw new Error('no page')
  for (const page of pages) {
    await page.goto('/sim-detail')
    await page.getByRole('banner').getByRole('button', { name: 'Work' }).waitFor()
    await page.evaluate(noteTitles)
  }
  const cookies = await first.context().cookies(there.world.consoleUrl)
  const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
  const headers = { authorization: `Bearer ${token}` }
  const calls: number[] = []
  const readTray = async (): Promise<Tray> => {
    const began = performance.now()
    const answer = await first.request.get('/api/undertakings/v1/tray', { headers })
    calls.push(performance.now() - began)
    return ((await answer.json()) as { data: Tray }).data
  }
  const toldAfter: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const things = batchSims('att', 2 * round, 2).map((iccid) => `sim ${iccid}`)
    await first.request.post('/api/diagnosis/v1/looks', { headers, data: { kind: 'named', things } })
    let tray = await readTray()
    while (tray.unread < round) {
      await pause(100)
      tray = await readTray()
    }
    const at = Math.max(...tray.notices.map((notice) => Date.parse(notice.at)))
    for (const page of pages) {
      const told = () => page.evaluate<number | undefined>(`told[${round}]`)
      let seen = await told()
      for (; seen === undefined; seen = await told()) await pause(100)
      toldAfter.push(seen - at)
    }
  }
  print('An end of work, until it is told in two browsers', [
    {
      what: `p95 of ${toldAfter.length}, from the end to the title that names it`,
      measured: percentile(toldAfter, 0.95),
      unit: 'ms',
      baseline: { what: 'a call that asks for the tray', value: percentile(calls, 0.95) },
      budget: { kind: 'at-most', value: budget },
    },
  ])
})
