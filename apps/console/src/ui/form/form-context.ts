import { createContext } from 'react'

/** A field that needs attention: its control's id, its label and its message. */
export interface FieldProblem {
  readonly id: string
  readonly label: string
  readonly message: string
}

interface FormContextValue {
  readonly shouldAlwaysShowErrors: boolean
  /** A field reports its problem, or that it has none any more. */
  readonly report: (id: string, problem: FieldProblem | undefined) => void
}

export const FormContext = createContext<FormContextValue | undefined>(undefined)
