/** For so many hours a panel can be watched. */
export const watchHours = [1, 8, 72] as const
/** So long a panel has to report before it counts as back, in minutes. */
export const staysMinutes = 10
