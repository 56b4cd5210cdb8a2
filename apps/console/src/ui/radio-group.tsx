import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { Field } from './form/field.tsx'
import styles from './radio-group.module.css'

interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** With a description the options are rows of one outlined group. */
  readonly description?: ReactNode
  readonly isDisabled?: boolean | undefined
}

interface RadioGroupProps<Value extends string> {
  readonly label: string
  readonly isLabelHidden?: boolean | undefined
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly RadioOption<Value>[]
  /** The choice cannot be changed here: a lock at the label. */
  readonly isFixed?: boolean | undefined
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
}

/** One of a few: in one row, or with descriptions as one outlined group. Arrow keys move the choice. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, value, onChange, options, isFixed = false, help, error } = props
  const id = useId()
  const hasDescriptions = options.some((option) => option.description !== undefined)
  return (
    <Field
      label={label}
      labelId={`${id}-label`}
      noteId={`${id}-note`}
      isLabelHidden={props.isLabelHidden}
      isLocked={isFixed}
      help={help}
      error={error}
      className={props.className}
    >
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error || help ? `${id}-note` : undefined}
        aria-invalid={error ? true : undefined}
        aria-readonly={isFixed || undefined}
        className={classes(
          hasDescriptions ? `rounded ${styles.group}` : `row wrap gap-4-20 ${styles.row}`,
          isFixed && styles.fixed,
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classes('start gap-8', styles.option, option.isDisabled && !isFixed && styles.off)}
          >
            <input
              type="radio"
              className={`rigid sheet ${styles.input}`}
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled || (isFixed && option.value !== value)}
              aria-disabled={isFixed || undefined}
              onChange={() => {
                if (!isFixed) onChange(option.value)
              }}
            />
            <span className={styles.name}>{option.label}</span>
            {option.description !== undefined && (
              <span className={`quiet ${styles.description}`}>{option.description}</span>
            )}
          </label>
        ))}
      </div>
    </Field>
  )
}
