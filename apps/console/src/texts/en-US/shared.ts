/** The texts of the shared parts. Keys and strings that the specification gives stand as they are. */
export const shared = {
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

  // Actions
  More: 'More',
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
} as const
