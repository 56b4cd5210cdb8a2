/** Why something is done: the fields of every question that cuts off, and how it is told later. */
export const why = {
  Reason: 'Reason',
  ReasonHelp: 'Kept in the audit trail. Optional.',
  ReasonHelpRequired: 'Kept in the audit trail.',
  Ticket: 'Ticket',
  NeedsReason: 'Enter a reason',
  TicketInvalid: 'Enter a number without spaces, such as INC-4711',
  Told: 'Reason: @@reason@@',
} as const
