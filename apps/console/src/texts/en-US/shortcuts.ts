/** The list of shortcuts, loaded when it is first opened. */
export const shortcuts = {
  KeyboardShortcuts: 'Keyboard shortcuts',
  Search: 'Search or go to',
  ThisList: 'This list',
  SingleKeys: 'Single keys are shortcuts; this browser remembers it',
} as const
