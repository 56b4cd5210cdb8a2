/** The button that reads again what is shown. */
export const refreshButton = {
  Refresh: 'Refresh',
  Refreshing: 'Refreshing…',
} as const
