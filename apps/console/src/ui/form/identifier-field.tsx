import { type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { groupIdentifier, type IdentifierKind } from '../identifier-text.ts'
import { InPlace } from '../in-place.ts'
import { bareIdentifier } from './bare-identifier.ts'
import styles from './field.module.css'
import own from './identifier-field.module.css'
import { ClearButton, isComposing, plainly, TextBox } from './text-box.tsx'
import { typeOver } from './type-over.ts'
import { type FieldBasics, useField } from './use-field.ts'

interface IdentifierFieldProps extends FieldBasics {
  /** Bare: without spaces and dashes. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kind: IdentifierKind
  readonly name?: string | undefined
  readonly placeholder?: string | undefined
  readonly canClear?: boolean | undefined
}

/**
 * A field for an identifier (D24, D29). It holds the bare value: spaces and dashes are dropped, and a SIM ID's filler
 * at its end. The eye sees groups, painted over the input as long as the caret stands at the end or elsewhere; while someone selects
 * or edits in the middle, the input shows its own letters.
 */
export function IdentifierField(props: IdentifierFieldProps) {
  const { value, onChange, kind, canClear = true } = props
  const field = useField(props, value)
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)
  const [isInside, setInside] = useState(false)
  const [, setDropped] = useState(0)
  // Where the caret belongs after dropped characters; React would put it at the end.
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const groups = groupIdentifier(value, kind)
  const isGrouped = groups.length > 1 && !isInside
  const bare = (typed: string) => bareIdentifier(typed, kind)

  const look = () => {
    const element = input.current
    if (!element) return
    const { selectionStart, selectionEnd, value: shown } = element
    const isAtEnd = selectionStart === selectionEnd && selectionEnd === shown.length
    setInside(document.activeElement === element && !(isAtEnd && element.scrollWidth <= element.clientWidth))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // Taken over here: what `onChange` would have to drop afterwards could not be undone any more.
    const { currentTarget: element, clipboardData } = event
    const start = element.selectionStart ?? 0
    const before = bare(element.value.slice(0, start) + clipboardData.getData('text'))
    const whole = bare(before + element.value.slice(element.selectionEnd ?? start))
    if (typeOver(element, whole, before.length)) event.preventDefault()
  }
  return (
    <TextBox of={props} field={field}>
      <div className={`fill relative ${own.ground}`}>
        <input
          {...field.controlProps}
          {...plainly}
          ref={input}
          className={classes(styles.input, styles.mono, isGrouped && own.grouped)}
          type="text"
          inputMode={kind === 'iccid' || kind === 'imei' ? 'numeric' : undefined}
          name={props.name}
          value={value}
          placeholder={props.placeholder}
          disabled={props.isDisabled}
          onChange={(event) => {
            const { value: typed, selectionStart } = event.target
            if (isComposing(event.nativeEvent)) return onChange(typed)
            if (bare(typed) !== typed) {
              caret.current = bare(typed.slice(0, selectionStart ?? typed.length)).length
              // The value may stay the same; the input must still be put right.
              setDropped((count) => count + 1)
            }
            onChange(bare(typed))
            look()
          }}
          onCompositionEnd={({ currentTarget }) => onChange(bare(currentTarget.value))}
          onPaste={paste}
          onSelect={look}
          onFocus={() => {
            setFocused(true)
            look()
          }}
          onBlur={() => {
            setFocused(false)
            setInside(false)
            field.touch()
          }}
        />
        {isGrouped && (
          <span className={classes('row absolute clip', own.groups, styles.mono)} aria-hidden="true">
            <InPlace of={groups}>{(group) => <span className={own.group}>{group}</span>}</InPlace>
            {isFocused && <span className={own.caret} />}
          </span>
        )}
      </div>
      {canClear && value !== '' && !props.isDisabled && (
        <ClearButton label={props.label} controlId={field.id} onChange={onChange} />
      )}
    </TextBox>
  )
}
