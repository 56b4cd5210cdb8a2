/** User Info (CBS), in the menu User Management (specification 2.11). */
export const users = {
  ScreenTitle: 'User Info (CBS)',
  Email: 'Email',
  EmailIsInvalid: 'Email is invalid',
  EmailHelp: 'The e-mail address of a Remote Portal user.',
  Search: 'Search',
  Searching: 'Searching…',
  Start: 'Type an e-mail address to see for which companies somebody may do what in the Remote Portal.',

  Caption: 'Companies and roles of a Remote Portal user',
  ColumnCompanyName: 'Company name',
  ColumnSapNumber: 'Company SAP number',
  ColumnRemoteId: 'Remote ID',
  ColumnRole: 'Role',
  TryOtherEmail: 'Nobody has @@email@@ in the Remote Portal. Check the spelling.',

  ActionSearch: 'Search the Remote Portal user @@email@@',
} as const
