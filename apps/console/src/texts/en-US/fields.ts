/** The texts of fields, which come with the first screen that has one. Strings that the specification gives stand as they are. */
export const fields = {
  // 5 Validation
  ThisFieldIsRequired: 'This field is required',
  ErrorTooShort: 'Enter at least @@minimum@@ {character|characters}',
  ErrorTooLong: 'Enter at most @@maximum@@ {character|characters}',
  ErrorNumberTooSmall: 'Enter @@minimum@@ or more',
  ErrorNumberTooBig: 'Enter @@maximum@@ or less',
  ErrorNotANumber: 'Enter a number',
  ErrorPattern: 'The value does not have the expected form',
  InvalidEmailAddress: 'Email is invalid',

  // 2.14 Selects
  NoOptions: 'No options',
  LoadingOptions: 'Loading...',
  Select: 'Select...',
  PleaseSelect: 'Please select',
  SearchOptions: 'Search the options',

  Fixed: 'fixed',
  OpenCalendar: 'Open the calendar',
  PreviousMonth: 'Previous month',
  NextMonth: 'Next month',
} as const
