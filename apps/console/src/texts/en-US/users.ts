/** User Info (CBS), in the menu User Management (specification 2.11). */
export const users = {
  ScreenTitle: 'User Info (CBS)',
  Email: 'Email',
  EmailIsInvalid: 'Email is invalid',
  EmailHelp: 'The email of a Remote Portal user.',
  Search: 'Search',
  Searching: 'Searching…',
  Start: 'Type an email to see what somebody may do in the Remote Portal, and for which companies.',

  Caption: 'Companies and roles of a Remote Portal user',
  ColumnCompanyName: 'Company name',
  ColumnSapNumber: 'Company SAP number',
  ColumnRemoteId: 'Remote ID',
  ColumnRole: 'Role',
  TryOtherEmail: 'Nobody has @@email@@ in the Remote Portal. Check the spelling.',

  ActionSearch: 'Search the Remote Portal user @@email@@',
} as const
