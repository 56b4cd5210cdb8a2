import type { ClipboardEventHandler, HTMLInputAutoCompleteAttribute, Ref } from 'react'
import { classes } from '../classes.ts'
import { CopyButton } from '../copy-button.tsx'
import { LockIcon } from '../icons/controls.tsx'
import styles from './field.module.css'
import { ClearButton, isComposing, plainly, TextBox } from './text-box.tsx'
import { type FieldBasics, useField } from './use-field.ts'

interface TextFieldProps extends FieldBasics {
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  /** What the field holds of what was typed or pasted; an input method is let finish first. */
  readonly read?: ((typed: string) => string) | undefined
  readonly onBlur?: (() => void) | undefined
  /** For a field that reads a paste its own way. */
  readonly onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined
  readonly type?: 'text' | 'email' | 'number' | 'search' | 'password' | undefined
  readonly name?: string | undefined
  readonly placeholder?: string | undefined
  /** Inside at the right: 'percent'. */
  readonly unit?: string | undefined
  readonly isMono?: boolean | undefined
  /** `auto` for text of people, which may run from right to left. */
  readonly dir?: 'auto' | undefined
  readonly canClear?: boolean | undefined
  /** Can be read and copied, not changed; keeps its box. */
  readonly isReadOnly?: boolean | undefined
  /** A copy button in the box. */
  readonly isCopyable?: boolean | undefined
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'search' | undefined
  readonly size?: 'field' | 'tool' | 'row' | undefined
  /** Of a dialog or popover: what its reader begins with. */
  readonly isFirst?: boolean | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

const asItIs = (typed: string): string => typed

/** One line of text. Its checks are ours (5), not the browser's; errors show after it was left once. */
export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    checks,
    read = asItIs,
    type = checks?.type ?? 'text',
    size = 'field',
    isReadOnly = false,
  } = props
  const field = useField(props, value)
  const clears = props.canClear && value !== '' && !props.isDisabled && !isReadOnly
  return (
    <TextBox
      of={props}
      field={field}
      className={classes(
        size === 'row' && styles.row,
        size === 'tool' && styles.tool,
        isReadOnly && styles.readonly,
      )}
    >
      <input
        {...field.controlProps}
        {...plainly}
        ref={props.ref}
        data-autofocus={props.isFirst || undefined}
        className={classes(styles.input, props.isMono && styles.mono)}
        // The browser's own checks of email and number would change or hide what was typed.
        type={type === 'number' || type === 'email' ? 'text' : type}
        inputMode={
          props.inputMode ?? (type === 'number' ? 'decimal' : type === 'email' ? 'email' : undefined)
        }
        name={props.name}
        dir={props.dir}
        value={value}
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        readOnly={isReadOnly}
        {...(props.autoComplete && { autoComplete: props.autoComplete })}
        onChange={({ target, nativeEvent }) =>
          onChange?.(isComposing(nativeEvent) ? target.value : read(target.value))
        }
        onCompositionEnd={({ currentTarget }) => onChange?.(read(currentTarget.value))}
        onPaste={props.onPaste}
        onBlur={() => {
          field.touch()
          props.onBlur?.()
        }}
      />
      {props.unit !== undefined && <span className={styles.unit}>{props.unit}</span>}
      {clears && <ClearButton label={props.label} controlId={field.id} onChange={onChange} />}
      {props.isCopyable && <CopyButton value={value} name={props.label} className={styles.inside} />}
      {props.isDisabled && !props.isCopyable && <LockIcon className={styles.lock ?? ''} />}
    </TextBox>
  )
}
