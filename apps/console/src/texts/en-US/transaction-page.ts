/** The page of a transaction (connected console, section 4). */
export const transactionPage = {
  // Head
  AskedBy: 'Asked by',
  Screen: 'Screen',
  Began: 'Began',
  Took: 'Took',
  SoFar: '@@time@@ so far',
  OpenAuditTrail: 'Open in User Action Detail',

  // What it began
  WorkEnded: 'ended @@time@@',
  WorkStopped: 'stopped by @@who@@',
  Pending: 'Pending',
  Running: 'Running',
  Succeeded: 'Succeeded',
  Incomplete: 'Incomplete',
  Error: 'Error',
  NotTold: 'A batch or deployment is not shown: your roles do not give it.',

  // In the order it happened
  Order: 'In the order it happened',
  Counts: '@@count@@ entries',
  CountsOne: '1 entry',
  CountsFolded: '@@count@@ entries, @@folded@@ folded',
  OnlyErrors: 'Only errors',
  UnfoldAll: 'Unfold all',
  FoldAll: 'Fold all',
  After: 'After',
  What: 'What',
  By: 'By',
  AfterSeconds: '+@@seconds@@ s',
  AfterLong: '+@@time@@',
  Scale: '@@seconds@@ s',
  AlikeSims: '@@count@@ SIMs, @@first@@ to @@last@@, @@entries@@ entries',
  Alike: '@@count@@ alike, @@first@@ to @@last@@, @@entries@@ entries',
  SimActivityOf: 'SIM activity: @@status@@',
  NoEntries: 'No entry yet',
  NoEntriesHint: 'Nothing was entered under this transaction.',
  Earlier: 'Its first entries are not shown here: User Action Detail has them.',

  // Belongs to
  AtCarrier: '@@count@@ at @@carrier@@',
  NoSims: 'it names none',
  NoPanels: 'none that is known',
} as const
