/** What of Home comes after the first page: the search field, what is recent, one's own work (issue 16, design 7). */
export const homePage = {
  SearchLabel: 'Search',
  SearchPlaceholder: 'Type or paste: an ICCID, last digits, IMEI, panel, company, or a whole list',
  SearchHelp: 'Up to @@most@@ {line|lines}; text, CSV or .xlsx. A file can be dropped on the field.',

  Attention: 'Needs attention',
  AsOf: 'as of @@time@@',
  AttentionNotLoaded: 'What needs attention could not be loaded. Check the network, then reload.',
  NothingStandsOut: 'Nothing stands out.',
  PanelsSilent: '@@silent@@ of @@all@@ {panel|panels} {is|are} silent, usually @@usual@@ at this hour.',
  UsualUnknown: '@@silent@@ of @@all@@ {panel|panels} {is|are} silent; what is usual is not known yet.',
  NotHeard: 'What panels do is not known: WebConnect was last heard at @@time@@.',
  SimsNotSeen: '@@missing@@ of @@all@@ {SIM|SIMs} {was|were} not seen by their carrier within 24 hours.',

  MyWork: 'My work',
  AndWatched: 'and what I watch',
  Reading: 'Loading…',
  WorkFailed: 'Your work could not be loaded.',
  TryAgain: 'Try again',
  Open: 'Open',
  OpenNamed: 'Open: @@name@@',

  Ended: 'Ended in the last day',
  OutageWas: '@@panels@@ {panel|panels}, for @@lasted@@',
  FromUntil: '@@from@@–@@until@@',

  Views: 'Views',
  Recent: 'Recent',
  NoRecent: 'Nothing yet',
  NoRecentHint: 'Pages that you open are listed here, wherever you are signed in.',
  RecentFailed: 'Your recent pages could not be loaded.',
  TokenEnds: 'Your token “@@name@@” ends @@time@@. Make a new one before.',
} as const
