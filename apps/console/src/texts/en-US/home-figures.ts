/** The four figures of Home: how far anything is known (D55). */
export const homeFigures = {
  Figures: 'How things are',
  NotKnown: 'not known',

  SilentNow: 'Panels silent now',
  OfPanels: 'of @@all@@ · usual is not known yet',
  OfUsual: 'of @@all@@ · usually @@usual@@ at this hour',
  HeardAt: 'WebConnect was last heard at @@time@@',
  LineOfDay: 'the last 24 hours',
  LineSince: 'kept since @@time@@',
  GreyUsual: '; grey: what is usual',

  SimsSeen: 'SIMs seen by their carrier in 24 hours',
  OfAll: 'of @@all@@',
  OfNext: 'of @@all@@ · next scan at @@time@@',
  NoneKnown: 'Whether a SIM is suspended is not known.',
  RestUnknown: 'Of the others nothing newer is known.',
  ScanAll: 'Scan all SIMs…',

  CsrServers: 'CSR servers',
  InOrder: '@@count@@ of @@all@@ in order',
  NotInOrder: 'of @@all@@ not in order',
  Worst: '@@server@@ first.',
  Unheard: 'Not heard: @@servers@@.',
  AgentsAt: 'Agents last spoke @@ago@@.',

  Systems: 'Systems the console asks',
  Answer: '@@count@@ of @@all@@ answer',
  Failing: 'In trouble: @@systems@@.',
  AskedWithin: 'asked within 30 minutes',
} as const
