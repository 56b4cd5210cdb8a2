/** User Info (CBS), in the menu User Management (specification 2.11). */
export const users = {
  ScreenTitle: 'User Info (CBS)',
  Email: 'Email',
  EmailIsInvalid: 'Email is invalid',
  EmailHelp: 'The email of a Remote Portal user, or a part of it to choose from.',
  PeopleLike: 'Emails with “@@part@@”',
  Search: 'Search',
  Searching: 'Searching…',
  Start: 'Type an email to see what somebody may do in the Remote Portal, and for which companies.',

  Caption: 'Companies and roles of a Remote Portal user',
  ColumnCompanyName: 'Company name',
  ColumnSapNumber: 'Company SAP number',
  ColumnRemoteId: 'Remote ID',
  ColumnRole: 'Role',
  TryOtherEmail: 'Nobody has @@email@@ in the Remote Portal. Check the spelling.',

  SignOns: 'Sign-ons to this console',
  SignOnsHelp:
    'Where @@email@@ is a colleague who must not work here any more, or whose computer was lost: this ends the sign-ons that are open now.',
  OpenEnd: 'End sign-ons…',
  Looking: 'Looking…',
  NobodySignsIn: 'Nobody has signed in to this console as @@email@@, so there is nothing to end.',
  EndQuestion: 'End the sign-ons of @@email@@?',
  EndsYourOwn: 'This is you: what you are signed in with here is refused, too.',
  EndRefuses: 'Every server refuses the tokens from before now, within seconds, in all browsers.',
  EndLoses:
    'What is typed there and not saved waits for the next sign-in on that computer. Batches and deployments go on.',
  EndNotAtProvider:
    'The sign-on service is not touched: whoever is still signed in there gets a new token by himself. Disable the user there first.',
  EndOnRecord: 'It stands in the audit trail under your name.',
  EndVerb: 'End sign-ons',
  EndMine: 'End mine, too',
  Ending: 'Ending…',
  LastSeen: 'Last seen',
  EndedBefore: 'Ended last',
  People: 'People with this email',

  ActionEndSignOns: 'End the sign-ons of @@email@@',
  ActionSearch: 'Search the Remote Portal user @@email@@',
} as const
