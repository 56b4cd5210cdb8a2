import { classes } from '../classes.ts'
import styles from './field.module.css'
import { Field } from './field.tsx'
import { type FieldBasics, useField } from './use-field.ts'

interface TextAreaProps extends FieldBasics {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number | undefined
  readonly isMono?: boolean | undefined
  readonly placeholder?: string | undefined
}

/** Several lines of text, as tall as it is given rows; whoever needs more pulls it larger. */
export function TextArea(props: TextAreaProps) {
  const field = useField(props, props.value)
  return (
    <Field
      label={props.label}
      controlId={field.id}
      noteId={field.noteId}
      isLabelHidden={props.isLabelHidden}
      hasAsterisk={props.checks?.isRequired && props.hasAsterisk !== false}
      help={props.help}
      error={field.error}
      className={props.className}
    >
      <div
        className={classes(
          styles.box,
          styles.tall,
          field.error && styles.invalid,
          props.isDisabled && styles.disabled,
        )}
      >
        <textarea
          {...field.controlProps}
          className={classes(styles.input, styles.lines, props.isMono && styles.mono)}
          rows={props.rows ?? 5}
          value={props.value}
          placeholder={props.placeholder}
          disabled={props.isDisabled}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={field.touch}
        />
      </div>
    </Field>
  )
}
