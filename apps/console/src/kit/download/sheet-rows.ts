export interface SheetColumn {
  heading: string
  /**
   * What a spreadsheet makes of its cells; text unless told, for identifiers are no numbers. A `time` is written as
   * '2026-11-21 14:05:00'; the heading names its zone (D35). A `localTime` is written with its offset,
   * '2026-11-21 14:05:00 +01:00', which stays in the cells of a CSV file and goes to the heading in .xlsx (D44).
   */
  kind?: 'number' | 'time' | 'localTime'
}

/** Rows that can be saved as CSV or .xlsx (D22, D35). */
export interface Sheet {
  /** The file's name without its ending. */
  name: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly string[])[]
}
