/** Files to save (D22, D35). */
export const download = {
  Download: 'Download',
  Downloading: 'Downloading…',
  AsCsv: 'as CSV',
  AsXlsx: 'as .xlsx',
  Saved: '@@file@@ saved',
  NotSaved: 'Not saved',
  TooLarge: 'There is more than an .xlsx file of the browser can hold. Take the CSV file instead.',
  NotMade: 'The file could not be made. Try again, or take the other kind of file.',
} as const
