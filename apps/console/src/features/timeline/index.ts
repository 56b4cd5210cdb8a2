import { lazy } from 'react'

export { Changes } from './said.tsx'
export { sayWithheld } from './say-withheld.ts'
export { StepIcon } from './step-icon.tsx'

/** What happened to a thing, as a block of its page; loaded when it is first shown. */
export const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }))
