/** Why a workbook cannot be read (D35). */
export const workbook = {
  NoReader: 'What reads workbooks could not be fetched. Choose the file again, or paste the list.',
  OldFormat: 'This is a workbook of Excel’s old kind (.xls). Save it as .xlsx or CSV and choose it again.',
  Encrypted: 'This workbook is protected by a password. Save it without one, or copy the list and paste it.',
  Broken:
    'This workbook is damaged: it cannot be read. Open and save it again, or copy the list and paste it.',
  TooBig: 'This workbook is too big to be read here. Copy the list into a new one, or paste it.',
  TooManyRows:
    'Sheet @@sheet@@ reaches down to row @@rows@@; at most @@most@@ are read. Delete what is below the list, or paste the list.',
  TooWide:
    'Sheet @@sheet@@ reaches too far to the right to be read. Delete what is beside the list, or paste the list.',
} as const
