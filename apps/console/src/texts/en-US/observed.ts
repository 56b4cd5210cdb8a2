import { observedFieldNames } from '@support-console/contract/observed.words'

/** What a system last said of a thing, and how old that is. */
export const observed = {
  SourceAge: '@@source@@ · @@age@@',
  SourceLive: '@@source@@ · @@age@@ · live',
  SourceUnanswered: '@@source@@ · @@age@@ · no answer since',
  SecondsAgo: '@@count@@ s ago',
  MinutesAgo: '@@count@@ min ago',
  HoursAgo: '@@count@@ h ago',
  DaysAgo: '@@count@@ d ago',
  LastObserved: 'Last observed',

  ...observedFieldNames,
} as const
