/** A moment: its field, and a page of the past. */
export const moments = {
  Label: '@@label@@ (@@zone@@)',
  NotAMoment: 'Enter a day and a time, such as 26 Nov 08:00 or yesterday 14:30.',

  Past: 'The past',
  AsItWas: 'As it was on @@moment@@',
  Moment: 'Another moment',
  Show: 'Show',
  Now: 'Now',
  CompareWith: 'Compare with…',
  ComparedWith: 'Compared with',
  Compare: 'Compare',
  StopComparing: 'Stop comparing',
  Future: 'This moment is still to come.',
  NotAnInstant: "The address names no moment: '@@at@@'.",
  FutureInAddress: 'The address names a moment that is still to come: @@moment@@.',
  NotKept: 'What was so then is not kept here.',
  AsItWasThen: 'As it was then',
  AsItWasAt: 'As it was then: @@time@@',
} as const
