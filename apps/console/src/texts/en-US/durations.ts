/** How long something took, and how long ago it was. */
export const durations = {
  MomentsAgo: 'moments ago',
  SecondsAgo: '@@count@@ s ago',
  MinutesAgo: '@@count@@ min ago',
  HoursAgo: '@@count@@ h ago',
  DaysAgo: '@@count@@ d ago',
  Yesterday: 'yesterday @@time@@',
  Seconds: '@@seconds@@ s',
  MinutesSeconds: '@@minutes@@ min @@seconds@@ s',
  HoursMinutes: '@@hours@@ h @@minutes@@ min',
} as const
