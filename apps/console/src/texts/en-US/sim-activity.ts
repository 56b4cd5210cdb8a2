/** Sim Activity Logs (specification 2.7). */
export const simActivity = {
  BySimId: 'SimID',
  Status: 'Status',
  Carrier: 'Carrier',

  Caption: 'SIM activity',
  ColumnSimId: 'Sim ID',
  ColumnStatus: 'Status',
  ColumnDescription: 'Status Description',
  ColumnSubTransactionId: 'SubTransId',
  Then: 'then',

  ChipSimId: 'SIM ID',
  HasMore: 'only the newest @@count@@ {transaction|transactions}; choose fewer days for older ones',
  HasMoreSims: 'only @@count@@ {SIM|SIMs} of the transaction, those that started last',
  NoSimDataFound: 'No Sim Data found',
  TryAllTime: 'Nothing in these days. Choose other days, or tick All Time.',
  TryOtherSim: 'This SIM has no activity. Check the digits on the card.',
  TryOtherTransaction: 'No SIM was part of this transaction. Check the ID.',
  TryOtherFilters: 'None of the @@count@@ {transaction|transactions} has this status and carrier.',
  Start: 'Type a SIM ID to see what happened to the SIM, or look up one transaction.',

  UserActionsOf: 'User actions of transaction @@id@@',
  UserActionsOfThis: 'User actions of this transaction',

  ActionSearchSim: 'Search activity of SIM @@simId@@, @@days@@',
  ActionSearchTransaction: 'Search SIM activity of transaction @@transactionId@@',
  ActionDownload: 'Download SIM activity as @@file@@',
  ScreenTitle: 'Sim Activity Logs',
} as const
