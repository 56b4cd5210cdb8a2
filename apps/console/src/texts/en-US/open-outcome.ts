/** A change whose outcome is not known (D9). */
export const openOutcome = {
  OutcomeOpen:
    'The console does not know whether it was done. Ask again: it runs under the same transaction, so nothing is done twice.',
  AskAgain: 'Ask again',
  AskInAMoment: 'Ask again in a moment: it runs under the same transaction, so nothing is done twice.',
  AskAnew: 'Ask again in a moment: that starts a new attempt.',
} as const
