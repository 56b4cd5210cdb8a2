import { lazy, Suspense } from 'react'
import { classes } from '../classes.ts'
import fieldStyles from '../form/field.module.css'
import { Field } from '../form/field.tsx'
import styles from './date-picker.module.css'
import type { DatePickerProps } from './date-picker.tsx'

const Loaded = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }))

/** The date picker in a chunk of its own; until it is there its box stands with the date, so nothing jumps. */
export function DatePicker(props: DatePickerProps) {
  const { label, isLabelHidden, value, help, error, className } = props
  return (
    <Suspense
      fallback={
        <Field {...{ label, isLabelHidden, help, error, className }} noteId="">
          <div className={classes(fieldStyles.box, styles.picker)}>
            <span className={classes('row fill', styles.input, fieldStyles.mono)}>{value}</span>
          </div>
        </Field>
      }
    >
      <Loaded {...props} />
    </Suspense>
  )
}
