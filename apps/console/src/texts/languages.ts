/** The languages of the console (1, 3, D27). A second one is a second catalogue beside `en-US.ts`. */
export const languages = [{ id: 50, name: 'English', culture: 'en-US' }] as const

/** How numbers, times and words are written and compared. */
export const { culture } = languages[0]
