import type { RuntimeConfig } from '@support-console/contract'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { RuntimeConfigContext } from '../../api/runtime-config.ts'
import { show } from '../../testing/show.ts'
import { Tickets } from './tickets.tsx'

const at = '2026-11-28T08:08:17.000Z'
const item = (ticket: string) => ({ ticket, times: 1, first: at, last: at })

it('56.7 lists the tickets of a thing as links, and says where older entries were left', async () => {
  show(
    <RuntimeConfigContext
      value={
        { reasons: { areRequired: false, ticketUrl: 'https://tickets.example/{ticket}' } } as RuntimeConfig
      }
    >
      <Tickets of={{ items: [item('INC-4711'), item('INC-15')], hasOlder: true }} />
    </RuntimeConfigContext>,
  )
  await expect
    .element(page.getByRole('link', { name: 'INC-15' }))
    .toHaveAttribute('href', 'https://tickets.example/INC-15')
  await expect.element(page.getByText('Tickets of the newest 1,000 entries')).toBeVisible()
})
