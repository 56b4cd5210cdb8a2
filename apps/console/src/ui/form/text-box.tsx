import type { ReactNode } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { CloseIcon } from '../icons/controls.tsx'
import styles from './field.module.css'
import { Field } from './field.tsx'
import type { FieldBasics, useField } from './use-field.ts'

interface TextBoxProps {
  readonly of: FieldBasics
  readonly field: ReturnType<typeof useField>
  readonly className?: string | undefined
  /** An unseen copy of the text gives the height. */
  readonly heightOf?: string | undefined
  readonly children: ReactNode
}

/** A field that is typed into: its label, its box, and its note. */
export function TextBox({ of: props, field, className, heightOf, children }: TextBoxProps) {
  return (
    <Field {...field.fieldProps}>
      <div
        className={classes(
          styles.box,
          className,
          field.error && styles.invalid,
          props.isDisabled && styles.disabled,
        )}
        data-text={heightOf}
      >
        {children}
      </div>
    </Field>
  )
}

/** What every box says to the browser, which is not to write in it by itself. */
export const plainly = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/** Empties the field of this label and begins again in it. */
export function ClearButton({
  label,
  controlId,
  onChange,
}: {
  readonly label: string
  readonly controlId: string
  readonly onChange: ((value: string) => void) | undefined
}) {
  return (
    <Button
      look="quiet"
      size="row"
      isIconOnly
      className={styles.inside}
      aria-label={text('ClearNamed', { name: label })}
      icon={<CloseIcon />}
      onPress={() => {
        onChange?.('')
        document.getElementById(controlId)?.focus()
      }}
    />
  )
}

/** Whether an input method still makes a character: what is put in its place meanwhile would come twice. */
export const isComposing = (event: Event): boolean => 'isComposing' in event && event.isComposing === true
