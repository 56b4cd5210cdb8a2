import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import styles from './checkbox-group.module.css'
import { Field } from './form/field.tsx'
import { Group } from './group.tsx'

interface CheckboxGroupProps<Value extends string> {
  readonly label: string
  readonly options: readonly Value[]
  readonly nameOf: (option: Value) => string
  readonly isChosen: (option: Value) => boolean
  readonly onChange: (option: Value, isChosen: boolean) => void
  /** Of these no one may be changed. */
  readonly isFixed?: ((option: Value) => boolean) | undefined
  readonly error?: string | undefined
}

/** Any of some, in as many columns as there is room for. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, options, nameOf, isChosen, onChange, isFixed, error } = props
  const id = useId()
  const noteId = `${id}-note`
  return (
    <Field label={label} labelId={id} noteId={noteId} error={error}>
      <Group
        className={`stack gap-8-16 ${styles.options}`}
        aria-labelledby={id}
        aria-describedby={error ? noteId : undefined}
      >
        {options.map((option) => (
          <Checkbox
            key={option}
            checked={isChosen(option)}
            isDisabled={isFixed?.(option)}
            onChange={(is) => onChange(option, is)}
          >
            {nameOf(option)}
          </Checkbox>
        ))}
      </Group>
    </Field>
  )
}
