import { ticketAddress } from '@support-console/contract/reasons.words'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { text } from './texts.ts'

/** A ticket, leading to where tickets are read. */
export function TicketLink({ ticket }: { readonly ticket: string }) {
  const address = ticketAddress(useRuntimeConfig().reasons.ticketUrl, ticket)
  if (address === null) return ticket
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {ticket}
    </a>
  )
}

interface WhyLineProps {
  readonly reason?: string | undefined
  readonly ticket?: string | undefined
}

/** Why something was done, and its ticket. Nothing where neither was said. */
export function WhyLine({ reason = '', ticket = '' }: WhyLineProps) {
  if (reason === '' && ticket === '') return null
  return (
    <span>
      {reason !== '' && <bdi>{text('Told', { reason })}</bdi>}
      {reason !== '' && ticket !== '' && ' · '}
      {ticket !== '' && (
        <>
          {text('Ticket')} <TicketLink ticket={ticket} />
        </>
      )}
    </span>
  )
}
