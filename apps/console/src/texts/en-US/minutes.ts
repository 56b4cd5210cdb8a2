/** A field for a day and a time of it. */
export const minutes = {
  Label: '@@label@@ (@@zone@@)',
  NotAMinute: 'Enter a date and time, such as 2026-11-26 08:00.',
} as const
