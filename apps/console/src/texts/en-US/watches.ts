/** What is said of being told when a panel is back, loaded where it is shown. */
export const watches = {
  ScreenTitle: 'Diagnosis',
  Watch: 'Watch…',
  WatchFor: 'Tell me when panel @@id@@ is back. Watch it for:',
  For1: '1 hour',
  For8: '8 hours',
  For72: '3 days',
  NotNow: 'Not now',
  StopWatching: 'Stop watching',
  Stopping: 'Stopping…',
  Reports: 'The panel is already reporting.',
  NoPanel: 'This SIM is not in a panel.',
  Mine: 'You are watching panel @@id@@ until @@time@@. You will be told once it has been back for 10 minutes.',
  Others: '@@who@@ is watching panel @@id@@ until @@time@@.',
  ActionWatch: 'Watch panel @@id@@',
  ActionStop: 'Stop watching panel @@id@@',
} as const
