import { frame } from './en-US/frame.ts'
import { session } from './en-US/session.ts'
import { shared } from './en-US/shared.ts'

/**
 * The en-US catalogue of what every page needs (D27). The texts of a screen stand beside it, one file per area in
 * en-US/, and are loaded with the screen: see `textsOf` in text.ts. A second language is a second folder.
 */
export const enUS = { ...shared, ...frame, ...session } as const
