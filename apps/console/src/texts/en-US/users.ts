/** User Info (CBS), in the menu User Management (specification 2.11). */
export const users = {
  ScreenTitle: 'User Info (CBS)',
  Email: 'Email',
  EmailIsInvalid: 'Email is invalid',
  EmailHelp: 'The email of a Remote Portal user, or a part of it to choose from.',
  PeopleLike: 'Emails with “@@part@@”',
  Search: 'Search',
  Searching: 'Searching…',
  Start: 'Type an email to see what a user may do in the Remote Portal, and for which companies.',

  Caption: 'Companies and roles of a Remote Portal user',
  ColumnCompanyName: 'Company name',
  ColumnSapNumber: 'Company SAP number',
  ColumnRemoteId: 'Remote ID',
  ColumnRole: 'Role',
  TryOtherEmail: 'No Remote Portal user has @@email@@. Check the spelling.',

  SignOns: 'Sign-ons to this console',
  SignOnsHelp:
    'If @@email@@ is a colleague who must no longer work here, or whose computer was lost, end the sign-ons that are open now.',
  OpenEnd: 'End sign-ons…',
  Looking: 'Checking…',
  NobodySignsIn: 'No one has signed in to this console as @@email@@, so there is nothing to end.',
  EndQuestion: 'End the sign-ons of @@email@@?',
  EndsYourOwn: 'This is you: your own sign-on here ends, too.',
  EndRefuses: 'Every server refuses the tokens from before now, within seconds, in all browsers.',
  EndLoses:
    'Unsaved input there is kept for the next sign-in on that computer. Batches and deployments continue.',
  EndNotAtProvider:
    'This does not sign anyone out of the sign-on service: a user who is still signed in there gets a new token. Disable the user there first.',
  EndOnRecord: 'It is recorded in the audit trail under your name.',
  EndVerb: 'End sign-ons',
  EndMine: 'End mine, too',
  Ending: 'Ending…',
  LastSeen: 'Last seen',
  EndedBefore: 'Last ended',
  People: 'People with this email',

  ActionEndSignOns: 'End the sign-ons of @@email@@',
  ActionSearch: 'Search the Remote Portal user @@email@@',
} as const
