/** Files to save (D22, D35). */
export const download = {
  Export: 'Export',
  ExportOf: 'Export @@of@@',
  Exporting: 'Exporting…',
  Csv: 'CSV',
  Xlsx: '.xlsx',
  Saved: '@@file@@ saved',
  NotSaved: 'Not saved',
  TooLarge: 'There are too many rows for an .xlsx file. Download the CSV file instead.',
  NotMade: 'The file could not be made. Try again, or choose the other file type.',
} as const
