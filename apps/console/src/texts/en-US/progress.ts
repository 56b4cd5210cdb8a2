/** The texts of the progress bar and the process indicator, loaded with them. */
export const progress = {
  OfTotalDone: 'of @@total@@ done',
  Estimating: 'estimating…',
  AboutMinutesLeft: 'about @@minutes@@ min left',
  LessThanAMinuteLeft: 'less than a minute left',
  ProgressAnnounced: '@@done@@ of @@total@@ done',

  StepCompleted: 'completed',
  StepInactive: 'not yet',
} as const
