/** What the button of each length of a watch says. */
export const forHours = { 1: 'For1', 8: 'For8', 72: 'For72' } as const
