/** Why a file gives no list, and which sheet of a workbook was read (D35, D42). */
export const workbook = {
  NoReader:
    'The part of the console that reads files did not load. Choose the file again, or paste the list.',
  TooSlow:
    'Reading this file took longer than 3 seconds, so the console stopped. Copy the list into a new file, or paste it.',
  Broken:
    'This workbook is damaged: it cannot be read. Open and save it again, or copy the list and paste it.',
  TooBig: 'This workbook is too large to read here. Copy the list into a new one, or paste it.',
  TextTooBig: 'The list is too big: @@size@@. Keep only the rows you need. Nothing was taken from it.',
  SheetTooLong:
    'Sheet “@@sheet@@” is too long for a list: at least @@rows@@ {row|rows}. Keep only the rows and columns you need.',
  NoText: 'This is not a text file. Save the list as text, CSV or .xlsx. Nothing was taken from it.',
  Protected: 'This workbook is protected by a password. Save it without one, or copy the list and paste it.',
  Encrypted: 'This workbook is protected by a password. Save it without one, or copy the list and paste it.',
  OldFormat: 'This is an old Excel workbook (.xls). Save it as .xlsx or CSV and choose it again.',
  BinaryWorkbook: 'This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV and choose it again.',
  XmlWorkbook: 'This is a spreadsheet in XML. Open it in Excel, save it as .xlsx and choose it again.',
  OpenDocument: 'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or CSV and choose it again.',
  Numbers: 'This is a Numbers document. Export it as Excel (.xlsx) or CSV and choose it again.',
  Document: 'This is a document, not a list. Copy the SIM IDs or other lines from it and paste them.',
  Pdf: 'This is a PDF, not a text file. Copy the list from it and paste it.',
  Picture: 'This is a picture, not a text file. A list needs text.',
  WebPage: 'This is a web page. Open it in Excel, save it as .xlsx and choose it again.',
  Archive: 'This is an archive, not a list. Unpack it and choose the file in it.',
  NoSims: 'Sheet “@@sheet@@” contains no SIM IDs. Nothing was taken from it.',
  NoPanels: 'There is no cloud ID in this file.',
  NothingIn: 'The file contains no text.',
  OnlyHidden:
    'Only hidden rows or columns of sheet “@@sheet@@” contain what the console looks for. Nothing was taken from them.',
  Reading: 'Reading @@name@@…',
  Cancel: 'Cancel',
  Sheet: 'Sheet',
  HiddenSheet: '@@name@@ (hidden)',
  ReadInstead:
    'Sheet “@@open@@” was open when the file was saved, but has none. “@@sheet@@” was read instead.',
  LeftOut: '@@what@@ hidden or filtered out in the sheet: left out.',
  Included: '@@what@@ hidden or filtered out in the sheet: included.',
  Rows: '@@count@@ {row|rows}',
  OneRow: '1 row',
  Columns: '@@count@@ {column|columns}',
  OneColumn: '1 column',
  RowsAndColumns: '@@rows@@ and @@columns@@',
  Include: 'Include them',
  LeaveOut: 'Leave them out',
  ChooseAgain: 'To change this, choose the file again.',
  AllHidden: 'All sheets of this workbook are hidden. Nothing was taken from them.',
} as const
