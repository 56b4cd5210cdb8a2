/** The texts of the shared parts. Keys and strings that the specification gives stand as they are. */
export const shared = {
  // 5 Validation
  ThisFieldIsRequired: 'This field is required',
  ErrorTooShort: 'Enter at least @@minimum@@ characters',
  ErrorTooLong: 'Enter at most @@maximum@@ characters',
  ErrorNumberTooSmall: 'Enter @@minimum@@ or more',
  ErrorNumberTooBig: 'Enter @@maximum@@ or less',
  ErrorNotANumber: 'Enter a number',
  ErrorPattern: 'The value does not have the expected form',
  InvalidEmailAddress: 'Email is invalid',

  // 8 Callouts and dialogs
  Success: 'Success',
  Warning: 'Warning',
  Error: 'Error',
  Information: 'Information',
  Caution: 'Caution',
  NetworkProblem: 'Network Problem, Please Contact Admin!',
  PleaseContactAdmin: 'Please Contact Admin!',
  OperationDone: 'Operation Done.',
  ErrorDuringRendering: 'ErrorDuringRendering',
  ErrorOccured: 'Error occured',
  TryAgain: 'Try again',
  NotFound: 'not found',

  // 2.14, 8 Lists and tables
  NoItemsFound: 'No items found',
  ShowAll: 'Show all',
  HideAll: 'Hide all',
  NoOptions: 'No options',
  LoadingOptions: 'Loading...',
  Select: 'Select...',
  PleaseSelect: 'Please select',
  SearchOptions: 'Search the options',

  // Actions
  Cancel: 'Cancel',
  Close: 'Close',
  Copy: 'Copy',
  Copied: 'Copied',
  Details: 'Details',
  CopyNamed: 'Copy @@name@@',
  CopiedNamed: '@@name@@ copied',
  TransactionId: 'Transaction ID',
  CopyFailed: 'The browser refused to copy. Select the text and copy it by keyboard.',
  ClearNamed: 'Clear @@name@@',
  Hidden: 'hidden',
  ShowNamed: 'Show @@name@@',
  HideNamed: 'Hide @@name@@',
  CloseBanner: 'Close this message',

  // Waiting
  Loading: 'Loading',
  SecondsSoFar: '@@seconds@@ s so far.',

  // Fields
  Fixed: 'fixed',
  OpenCalendar: 'Open the calendar',
  PreviousMonth: 'Previous month',
  NextMonth: 'Next month',
} as const
