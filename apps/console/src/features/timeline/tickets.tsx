import type { Timeline } from '@support-console/contract'
import { TicketLink } from '../../kit/why/index.ts'
import { sayMoment } from '../../ui/say-when.ts'
import { text } from './texts.ts'

/** All tickets that something was done to the thing for: number, link, and when it was last. */
export function Tickets({ of: { items, hasOlder } }: { readonly of: NonNullable<Timeline['tickets']> }) {
  if (items.length === 0) return null
  return (
    <dl className="row wrap gap-4-20">
      <dt className="quiet">{text(hasOlder ? 'TicketsOfNewest' : 'Tickets')}</dt>
      {items.map(({ ticket, last }) => (
        <dd key={ticket}>
          <TicketLink ticket={ticket} /> <span className="small quiet">{sayMoment(last)}</span>
        </dd>
      ))}
    </dl>
  )
}
