/** What of Home comes after the first page: the search field, what is recent, one's own work (issue 16, design 7). */
export const homePage = {
  SearchLabel: 'Search',
  SearchPlaceholder: 'Type or paste: an ICCID, last digits, IMEI, panel, company, or a whole list',
  SearchHelp: 'Up to @@most@@ lines; text, CSV or .xlsx. A file can be dropped on the field.',

  Attention: 'Needs attention',
  AsOf: 'as of @@time@@',
  AttentionNotLoaded: 'What needs attention could not be loaded. Check the network, then reload.',
  NothingStandsOut: 'Nothing stands out.',
  SilentAsUsual: '@@silent@@ of @@all@@ panels are silent, as usual at this hour.',
  SilentOfAll: '@@silent@@ of @@all@@ panels are silent in all; usually @@usual@@ at this hour.',
  SilentUsualUnknown: '@@silent@@ of @@all@@ panels are silent; what is usual at this hour is not known yet.',
  ContainersNotHeard:
    '@@missing@@ of @@containers@@ containers were not heard within two minutes: of their panels nothing is known.',
  NeverHeard: 'WebConnect has not been heard yet, so what panels do is not known.',
  NotHeardSince: 'WebConnect was last heard at @@time@@, so what panels do is not known.',
  SimsNotSeen: '@@missing@@ of @@all@@ SIMs were not seen by their carrier within 24 hours.',
  NoSimSeen: 'None of @@all@@ SIMs was seen by its carrier within 24 hours.',
  SimsAllSeen: 'Each SIM was seen by its carrier within 24 hours.',

  MyWork: 'My work',
  Reading: 'Loading…',
  NoWork: 'No recent work',
  NoWorkHint: 'Batches and deployments that you start are listed here until a day after they finish.',
  WorkFailed: 'Your work could not be loaded.',
  TryAgain: 'Try again',
  Open: 'Open',
  OpenNamed: 'Open: @@name@@',

  Views: 'Views',
  Recent: 'Recent',
  NoRecent: 'Nothing yet',
  NoRecentHint: 'Pages that you open are listed here, wherever you are signed in.',
  RecentFailed: 'Your recent pages could not be loaded.',
} as const
