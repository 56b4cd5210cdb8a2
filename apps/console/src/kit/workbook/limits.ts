/** How much of a file is looked at. Together they keep a file of ten megabytes within the three seconds and some memory. */

/** Of a workbook as it is, in bytes: pictures may stand in it, which are not unpacked. */
export const mostBytes = 10 * 1024 * 1024
/** Of all parts that are unpacked, in bytes: LibreOffice may write a million empty rows below a list. */
export const mostUnpacked = 160 * 1024 * 1024
/** Between two signs of XML, in characters. A cell holds 32,767 at most. */
export const longestToken = 512 * 1024
/** Elements within each other: a sheet has eight. */
export const mostDepth = 64
/** Sheets, of which the page offers each; spreadsheets give their names 31 characters. */
export const mostSheets = 1000
export const longestSheetName = 100
/** Of the code of a number's format, in characters: spreadsheets keep no more. */
export const longestFormat = 255
/** Texts that cells share, and characters of them. */
export const mostSharedTexts = 500_000
export const mostSharedCharacters = 16_000_000
/** Cells with something in them, of all sheets that are read. */
export const mostCells = 3_000_000
/** What is kept of a cell. */
export const longestCell = 1000
/** Files in an archive; a workbook has some for each sheet. */
export const mostParts = 20_000
/** For all of it, in ms: this long until the reader gives up itself, and until it is ended. */
export const readerGivesUpAfter = 2500
export const readerIsEndedAfter = 3000
