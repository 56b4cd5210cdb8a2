/** The texts of names in a sentence, loaded with it. */
export const listed = {
  Counted: '@@name@@: @@count@@',
  AndMore: 'and @@count@@ more',
} as const
