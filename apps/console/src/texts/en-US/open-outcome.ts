/** A change whose outcome is not known (D9). */
export const openOutcome = {
  OutcomeOpen:
    'Whether it was done is not known here. Ask again: it runs under the same transaction, so nothing is done twice.',
  AskAgain: 'Ask again',
  AskInAMoment: 'Ask again in a moment: it runs under the same transaction, so nothing is done twice.',
  AskAnew: 'Ask again in a moment: it is a new attempt.',
} as const
