/** Files to save (D22, D35). */
export const download = {
  Export: 'Export',
  ExportOf: 'Export @@of@@',
  Exporting: 'Exporting…',
  Csv: 'CSV',
  Xlsx: '.xlsx',
  Copy: 'Copy',
  AsText: 'copied text',
  Copied: '@@count@@ {row|rows} copied',
  CopiedAt: 'Copied @@time@@',
  CopyRefused: 'The browser refused the clipboard. Allow it for this page, or save a file.',
  TooManyToCopy: 'There are too many rows to copy. Save them as a file.',
  Saved: '@@file@@ saved',
  NotSaved: 'Not saved',
  TooLarge: 'There are too many rows for an .xlsx file. Download the CSV file instead.',
  NotMade: 'The file could not be made. Try again, or choose the other file type.',
} as const
