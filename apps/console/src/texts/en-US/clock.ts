/** Where this computer's clock is off. */
export const clock = {
  Slow: 'This computer’s clock is @@off@@ slow.',
  Fast: 'This computer’s clock is @@off@@ fast.',
  GoesByServer: 'Times here go by the server’s clock, so they are right. Set the computer’s clock.',
} as const
