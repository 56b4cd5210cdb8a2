import { visiblePattern } from './plain-text.ts'
import { longestReason, longestTicket, ticketPattern } from './reasons.words.ts'
import { line } from './text.ts'

/** In the query of what cuts off: why, as the person says it, and the ticket that it is done for. */
export const why = {
  reason: line(longestReason)
    .refine(
      (reason) => reason === '' || visiblePattern.test(reason),
      'must have a character that can be seen',
    )
    .optional(),
  ticket: line(longestTicket)
    .refine(
      (ticket) => ticket === '' || ticketPattern.test(ticket),
      'must be a ticket number without spaces, such as INC-4711',
    )
    .optional(),
}
