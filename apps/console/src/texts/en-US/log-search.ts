/** What the two log screens say alike (specification 2.7, 2.12). */
export const logSearch = {
  SearchBy: 'Search by',
  ByTransactionId: 'TransactionID',
  TransactionIdField: 'TransactionID',
  TransactionIdForm: 'A transaction ID looks like 79e8af3e-0000-4000-8000-0000000061ff.',
  StartDate: 'Start date',
  EndDate: 'End date',
  NoDay: '@@typed@@ in the address is not a day from 1970 to 2999.',
  EndBeforeStart: 'The end date is before the start date.',
  All: 'All',
  Search: 'Search',
  Searching: 'Searching…',
  AllTime: 'All Time',

  NoZone:
    'This browser’s time zone is not known. Days and local times use its current offset, UTC@@offset@@.',
  ColumnDate: 'Date (UTC)',
  ColumnLocalTime: 'Local Time (UTC@@offset@@)',
  ColumnTransactionId: 'TransactionID',
  OpenTransaction: 'All of transaction @@id@@',
  ChipDates: 'Dates',
  Days: '@@from@@ to @@to@@',
  Errors: '@@count@@ with errors',
  OneError: '1 with an error',
} as const
