/** Limits and headings of lists of SIM IDs (D23, D35). Imports nothing, so that the console can carry it. */

/** SIMs in one batch file at most (specification 9). */
export const mostBatchRows = 100

/** Longest list that is looked at, in characters: a hundred ICCIDs with a header need less than 4,000. */
export const longestBatchText = 200_000

/** Other columns that are kept beside the SIMs, and how long their headings and cells are at most. */
export const mostOtherColumns = 20
export const longestOtherHeading = 60
export const longestOtherCell = 200

/** The columns of a batch's result, which come before the list's own. What names a time has its zone behind it. */
export const batchResultHeadings = [
  'ICCID',
  'Status',
  'Carrier',
  'Company',
  'AskedAt',
  'SettledAt',
  'TransactionID',
  'SubTransId',
] as const
