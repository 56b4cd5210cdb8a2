import { lazy } from 'react'

/** What happened to a thing, as a block of its page; loaded when it is first shown. */
export const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }))
