/** The list of shortcuts, loaded when it is first opened. */
export const shortcuts = {
  KeyboardShortcuts: 'Keyboard shortcuts',
  Search: 'Search or go to',
  ThisList: 'This list',
  SingleKeys: 'Use single keys as shortcuts in this browser',
} as const
