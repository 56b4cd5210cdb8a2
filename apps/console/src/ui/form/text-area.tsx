import { classes } from '../classes.ts'
import styles from './field.module.css'
import { plainly, TextBox } from './text-box.tsx'
import { type FieldBasics, useField } from './use-field.ts'

interface TextAreaProps extends FieldBasics {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number | undefined
  readonly isMono?: boolean | undefined
  readonly placeholder?: string | undefined
  /** One line in a row of a table, which goes on in further lines where there is no room beside. */
  readonly isLine?: boolean | undefined
  /** `auto` for text of people, which may run from right to left. */
  readonly dir?: 'auto' | undefined
  readonly onBlur?: (() => void) | undefined
}

/** Several lines of text, as tall as it is given rows; anyone who needs more pulls it larger. */
export function TextArea(props: TextAreaProps) {
  const field = useField(props, props.value)
  return (
    <TextBox
      of={props}
      field={field}
      className={classes(styles.tall, props.isLine && styles.grows)}
      heightOf={props.isLine ? props.value || props.placeholder : undefined}
    >
      <textarea
        {...field.controlProps}
        {...plainly}
        className={classes(styles.input, !props.isLine && styles.lines, props.isMono && styles.mono)}
        rows={props.isLine ? 1 : (props.rows ?? 5)}
        dir={props.dir}
        value={props.value}
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        onChange={({ target }) =>
          props.onChange(props.isLine ? target.value.replace(/\s*[\r\n]+\s*/g, ' ') : target.value)
        }
        onBlur={() => {
          field.touch()
          props.onBlur?.()
        }}
      />
    </TextBox>
  )
}
