import { type ReactNode, useId } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/form/field.tsx'
import type { FieldChecks } from '../../ui/form/field-checks.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Group } from '../../ui/group.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { SelectItem } from '../../ui/select/select-options.ts'
import type { CompanyDraft, FieldKey } from './draft.ts'
import { fields, idOf } from './fields.ts'
import styles from './form-fields.module.css'
import { useForm } from './use-company-form.ts'

/** Keys of the fields whose value is of a kind. */
type KeysOf<Value> = { [Key in FieldKey]: CompanyDraft[Key] extends Value ? Key : never }[FieldKey]

/** The server's complaint about a field, as a sentence. */
export function useIssue(path: string): string | undefined {
  const { issues } = useForm()
  const message = issues.find(({ field }) => field === path)?.message
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

interface FormTextProps {
  readonly of: KeysOf<string>
  readonly checks?: FieldChecks
  readonly help?: string
  readonly type?: 'text' | 'email' | 'number'
  readonly unit?: string
  readonly isMono?: boolean
  /** Made of what was typed. */
  readonly clean?: (typed: string) => string
  /** Text of people, which may run from right to left. */
  readonly isProse?: boolean
  /** What a link filled in is checked at once. */
  readonly showsErrors?: boolean
  /** Shown and locked: nothing else is possible now. */
  readonly fixedAt?: string | undefined
}

/** A line of text of the form. White space around it goes when the field is left. */
export function FormText({ of: key, clean, isProse, showsErrors, fixedAt, ...rest }: FormTextProps) {
  const { draft, set, readOnlyReason } = useForm()
  const value = draft[key]
  return (
    <TextField
      {...rest}
      id={idOf(key)}
      label={fields[key].label}
      name={key}
      dir={isProse ? 'auto' : undefined}
      value={fixedAt ?? value}
      error={useIssue(fields[key].path)}
      shouldAlwaysShowErrors={showsErrors}
      isDisabled={fixedAt !== undefined || readOnlyReason !== undefined}
      onChange={(typed) => set(key, (clean?.(typed) ?? typed) as never)}
      onBlur={() => value.trim() !== value && set(key, value.trim() as never)}
    />
  )
}

interface FormSelectProps<Key extends KeysOf<string>> {
  readonly of: Key
  readonly options: readonly SelectItem[]
  readonly help?: string
}

export function FormSelect<Key extends KeysOf<string>>({ of: key, options, help }: FormSelectProps<Key>) {
  const { draft, set, readOnlyReason } = useForm()
  return (
    <Select
      id={idOf(key)}
      label={fields[key].label}
      help={help}
      options={options}
      value={draft[key]}
      error={useIssue(fields[key].path)}
      isDisabled={readOnlyReason !== undefined}
      startsEmpty
      onChange={(chosen) => set(key, chosen as CompanyDraft[Key])}
    />
  )
}

export function FormCheckbox({ of: key }: { readonly of: KeysOf<boolean> }) {
  const { draft, set, readOnlyReason } = useForm()
  return (
    <Checkbox
      name={key}
      checked={draft[key]}
      disabledReason={readOnlyReason}
      onChange={(checked) => set(key, checked)}
    >
      {fields[key].label}
    </Checkbox>
  )
}

interface FormSetProps {
  readonly of: 'mnvOsInUse' | 'DeliveryTypes'
  readonly options: readonly string[]
}

/** Some of a few. */
export function FormSet({ of: key, options }: FormSetProps) {
  const { draft, set, readOnlyReason } = useForm()
  const id = useId()
  const chosen: readonly string[] = draft[key]
  return (
    <Field label={fields[key].label} labelId={id} noteId={`${id}-note`} error={useIssue(fields[key].path)}>
      <Group id={idOf(key)} className={styles.row} aria-labelledby={id} tabIndex={-1}>
        {options.map((option) => (
          <Checkbox
            key={option}
            name={key}
            checked={chosen.includes(option)}
            disabledReason={readOnlyReason}
            onChange={(checked) =>
              // In the options' order, whatever the order of the clicks.
              set(key, options.filter((one) => (one === option ? checked : chosen.includes(one))) as never)
            }
          >
            {option}
          </Checkbox>
        ))}
      </Group>
    </Field>
  )
}

/** Fields side by side where there is room. */
export function Pair({ children, isClose }: { readonly children: ReactNode; readonly isClose?: boolean }) {
  return <div className={classes(styles.pair, isClose && styles.close)}>{children}</div>
}
