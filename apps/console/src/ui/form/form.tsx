import {
  type ComponentPropsWithRef,
  type FormEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Callout } from '../callout.tsx'
import { type FieldProblem, FormContext } from './form-context.ts'
import { GuardContext } from './guard.ts'

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'children'> {
  /** Called only when no field has a problem; otherwise the first one gets the focus and all show their errors. */
  readonly onSubmit?: (() => void) | undefined
  readonly shouldAlwaysShowErrors?: boolean | undefined
  /** A message about the form as a whole, in a callout. */
  readonly error?: ReactNode
  /** Where the callout sits (5). */
  readonly errorAt?: 'top' | 'bottom' | undefined
  /** False for a query, which can be asked again, and where the caller guards what it holds. */
  readonly isGuarded?: boolean | undefined
  /** The content; as a function it gets the fields that need attention, in the page's order. */
  readonly children: ReactNode | ((problems: readonly FieldProblem[]) => ReactNode)
}

const inPageOrder = (problems: Iterable<FieldProblem>): FieldProblem[] =>
  [...problems].sort((one, other) => {
    const first = document.getElementById(one.id)
    const second = document.getElementById(other.id)
    if (!first || !second) return 0
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })

/** A form without the browser's own validation (5): the fields check themselves and say so in our words. */
export function Form({
  onSubmit,
  shouldAlwaysShowErrors = false,
  error,
  errorAt = 'bottom',
  isGuarded = true,
  children,
  ...rest
}: FormProps) {
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map())
  const [wasTried, setTried] = useState(false)
  // What the fields last said; `problems` is the same, as far as it is drawn already.
  const latest = useRef(problems)
  const report = useCallback((id: string, problem: FieldProblem | undefined) => {
    if (problem === undefined && !latest.current.has(id)) return
    const next = new Map(latest.current)
    if (problem) next.set(id, problem)
    else next.delete(id)
    latest.current = next
    setProblems(next)
  }, [])
  const context = useMemo(
    () => ({ shouldAlwaysShowErrors: shouldAlwaysShowErrors || wasTried, report }),
    [shouldAlwaysShowErrors, wasTried, report],
  )
  const list = inPageOrder(problems.values())
  const callout = error ? <Callout kind="error">{error}</Callout> : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = inPageOrder(latest.current.values())
    if (first === undefined) {
      onSubmit?.()
      return
    }
    flushSync(() => setTried(true))
    document.getElementById(first.id)?.focus()
  }
  return (
    <FormContext value={context}>
      <form {...rest} noValidate onSubmit={submit}>
        {errorAt === 'top' && callout && <div className="below-16">{callout}</div>}
        <GuardContext value={isGuarded}>
          {typeof children === 'function' ? children(list) : children}
        </GuardContext>
        {errorAt === 'bottom' && callout && <div className="above-16">{callout}</div>}
      </form>
    </FormContext>
  )
}
