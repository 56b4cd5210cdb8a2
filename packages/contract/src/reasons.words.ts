/**
 * How entries of the audit trail say why something was done: each in a line of its own before the rest of the detail. So the
 * chain covers it as it covers any detail, and older entries stay as they are. Imports no schema, so that the console can carry it.
 */
export interface Why {
  reason?: string | undefined
  ticket?: string | undefined
}

export const longestReason = 300
export const longestTicket = 60
/** A ticket's number or key, such as INC-4711: it becomes part of an address. */
export const ticketPattern = /^[\p{L}\p{N}#][\p{L}\p{N}#._/-]*$/u

export const sayWhy = ({ reason, ticket }: Why): string =>
  [reason && `Reason: ${reason}`, ticket && `Ticket: ${ticket}`].filter(Boolean).join('\n')

/** The detail of an entry behind why it was done; `why` as `sayWhy` says it. A detail that looks like it begins a line later. */
export const withWhy = (why: string, detail = ''): string => {
  const rest = /^(?:Reason|Ticket): /.test(detail) ? `\n${detail}` : detail
  return [why, rest].filter(Boolean).join('\n')
}

/** Why, and the rest of a detail. */
export function readWhy(detail: string): { reason: string; ticket: string; rest: string } {
  const [, reason = '', ticket = '', rest = ''] =
    /^(?:Reason: ([^\n]*)(?:\n|$))?(?:Ticket: ([^\n]*)(?:\n|$))?([\s\S]*)$/.exec(detail) ?? []
  return { reason, ticket, rest }
}

/** Where a ticket is read; null: no setting says where. */
export const ticketAddress = (template: string | null, ticket: string): string | null =>
  template && ticket ? template.replace('{ticket}', encodeURIComponent(ticket.toWellFormed())) : null
