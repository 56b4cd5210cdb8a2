import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { cameByKeys } from '../came-by-keys.ts'
import { checkField, type FieldChecks } from './field-checks.ts'
import { FormContext } from './form-context.ts'
import { useGuard } from './guard.ts'

/** What every field has, whatever its control is. */
export interface FieldBasics {
  readonly label: string
  /** The label is for screen readers only, where the place says what the field is. */
  readonly isLabelHidden?: boolean | undefined
  /** Below the field, until an error takes its place. */
  readonly help?: string | undefined
  /** A message from outside the checks (a server's answer): shown at once. */
  readonly error?: string | undefined
  readonly checks?: FieldChecks | undefined
  /** Errors show only after the field was left once; with this, or the form's, always (5). */
  readonly shouldAlwaysShowErrors?: boolean | undefined
  /** The asterisk of a required field can be left out (5). */
  readonly hasAsterisk?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
  /** The screen begins with this field: while it is empty it has the focus when the screen comes, but not by keys. */
  readonly isStart?: boolean | undefined
}

/** Where a focus opens no keyboard over the screen, and the person has a keyboard. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/** The focus is where a visit of the screen begins: nowhere, at the content as a whole, or still at the menu's link. */
function isAtBeginning(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.id === 'content' || at.closest('nav') !== null
}

/** The ids, the error to show, and what a control needs to be tied to them. */
export function useField(props: FieldBasics, value: string) {
  const ownId = useId()
  const id = props.id ?? ownId
  const form = useContext(FormContext)
  const [isTouched, setTouched] = useState(false)
  const failed = props.isDisabled ? undefined : checkField(value, props.checks ?? {})
  const shows = isTouched || props.shouldAlwaysShowErrors || form?.shouldAlwaysShowErrors
  const error = props.error || (shows ? failed : undefined)
  const problem = props.error || failed

  useGuard(id, value)
  const report = form?.report
  const { label } = props
  // With the value itself: an Enter right after the last letter must find what is true by then.
  useLayoutEffect(() => {
    report?.(id, problem ? { id, label, message: problem } : undefined)
  }, [report, id, label, problem])
  useLayoutEffect(() => () => report?.(id, undefined), [report, id])

  const hasBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen comes
  useEffect(() => {
    if (!props.isStart || value !== '' || !hasKeyboard() || cameByKeys() || !isAtBeginning()) return
    document.getElementById(id)?.focus({ preventScroll: true })
    hasBegun.current = true
  }, [])

  const noteId = `${id}-note`
  return {
    id,
    noteId,
    error,
    // A user who was put into a field and goes elsewhere has not left it empty.
    touch: () => (value !== '' || !hasBegun.current) && setTouched(true),
    fieldProps: {
      label: props.label,
      controlId: id,
      noteId,
      isLabelHidden: props.isLabelHidden,
      hasAsterisk: props.checks?.isRequired && props.hasAsterisk !== false,
      help: props.help,
      error,
      className: props.className,
    },
    controlProps: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-required': props.checks?.isRequired || undefined,
      'aria-describedby': error || props.help ? noteId : undefined,
    },
  } as const
}
