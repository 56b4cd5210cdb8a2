import { createContext } from 'react'

/** Within a question: a link opens beside it, for it must be answered first (D49). */
export const InQuestion = createContext(false)
