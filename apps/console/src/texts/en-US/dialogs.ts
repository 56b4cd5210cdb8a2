/** What every dialog may say. */
export const dialogs = {
  UnsavedText: 'What you typed is not saved. Press Escape again to drop it.',
} as const
