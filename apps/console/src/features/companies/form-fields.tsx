import { type CompanyField, companyFields, isFixed } from '@support-console/contract/companies.words'
import { type ReactNode, useId } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/form/field.tsx'
import { FixedValue } from '../../ui/form/fixed-value.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Group } from '../../ui/group.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { SelectItem } from '../../ui/select/select-options.ts'
import { noSpaces } from './checks.ts'
import { type FieldFacts, fields, idOf, pathOf, sayField } from './fields.ts'
import styles from './form-fields.module.css'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

/** The server's complaint about what stands there in the bundle, as a sentence. */
export function useIssue(path: string): string | undefined {
  const { issues } = useForm()
  const message = issues.find(({ field }) => field === path)?.message
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

/** What is known of a field, and how it stands now. */
function useFormField(key: CompanyField) {
  const { mode, draft, set, readOnlyReason } = useForm()
  return {
    facts: fields[key] as FieldFacts<unknown>,
    kind: companyFields[key].kind,
    words: companyFields[key].of ?? [],
    isFixed: isFixed(key, mode, draft.networkModel),
    draft,
    value: draft[key],
    /** Each control gives what its kind is of. */
    change: (value: unknown) => set(key, value as never),
    readOnlyReason,
    error: useIssue(pathOf(key)),
  }
}

interface FormFieldProps {
  readonly of: CompanyField
  /** Of a choice that the contract does not know. */
  readonly options?: readonly SelectItem[] | undefined
  readonly help?: string
  /** What a link filled in is checked at once. */
  readonly showsErrors?: boolean
  /** Shown and locked: nothing else is possible now. */
  readonly lockedAt?: string | undefined
}

/** A setting by its kind: typed, ticked or chosen; or fixed, where its mode leaves no choice (2.6). */
export function FormField(props: FormFieldProps) {
  const { of: key, options } = props
  const { facts, kind, isFixed, draft } = useFormField(key)
  if (isFixed && props.lockedAt === undefined)
    return (
      <FixedValue label={facts.label}>
        <bdi className={classes('anywhere', facts.isMono && 'mono')}>{sayField(key, draft)}</bdi>
      </FixedValue>
    )
  if (kind === 'flag') return <Flag of={key} />
  if (kind === 'some') return <Some of={key} />
  if (kind === 'one' || options) return <One of={key} options={options} />
  return <Line {...props} />
}

/** A line of text, or a number. White space around it goes when the field is left. */
function Line({ of: key, help, showsErrors, lockedAt }: FormFieldProps) {
  const { facts, kind, draft, value, change, readOnlyReason, error } = useFormField(key)
  const { clean = noSpaces } = facts
  const typed = String(value)
  return (
    <TextField
      id={idOf(key)}
      label={facts.label}
      name={key}
      type={kind === 'percent' ? 'number' : key === 'usageAlertEmail' ? 'email' : 'text'}
      unit={kind === 'percent' ? text('PercentUnit') : undefined}
      help={help ?? facts.help}
      dir={facts.isProse ? 'auto' : undefined}
      isMono={facts.isMono}
      value={lockedAt ?? typed}
      checks={facts.checks?.(draft)}
      error={error}
      shouldAlwaysShowErrors={showsErrors}
      isDisabled={lockedAt !== undefined || readOnlyReason !== undefined}
      onChange={change}
      read={clean}
      onBlur={() => typed.trim() !== typed && change(typed.trim())}
    />
  )
}

/** One of a few. */
function One({ of: key, options }: Pick<FormFieldProps, 'of' | 'options'>) {
  const { facts, words, value, change, readOnlyReason, error } = useFormField(key)
  return (
    <Select
      id={idOf(key)}
      label={facts.label}
      options={options ?? words.map((word) => ({ value: word, label: facts.say?.(word) ?? word }))}
      value={String(value)}
      error={error}
      isDisabled={readOnlyReason !== undefined}
      startsEmpty
      onChange={change}
    />
  )
}

function Flag({ of: key }: { readonly of: CompanyField }) {
  const { facts, value, change, readOnlyReason } = useFormField(key)
  return (
    <Checkbox name={key} checked={value === true} disabledReason={readOnlyReason} onChange={change}>
      {facts.label}
    </Checkbox>
  )
}

/** Some of a few. */
function Some({ of: key }: { readonly of: CompanyField }) {
  const { facts, words, value, change, readOnlyReason, error } = useFormField(key)
  const id = useId()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <Field label={facts.label} labelId={id} noteId={`${id}-note`} error={error}>
      <Group id={idOf(key)} className={`row wrap gap-4-20 ${styles.row}`} aria-labelledby={id} tabIndex={-1}>
        {words.map((word) => (
          <Checkbox
            key={word}
            name={key}
            checked={chosen.includes(word)}
            disabledReason={readOnlyReason}
            onChange={(checked) =>
              // In the words' order, whatever the order of the clicks.
              change(words.filter((one) => (one === word ? checked : chosen.includes(one))))
            }
          >
            {word}
          </Checkbox>
        ))}
      </Group>
    </Field>
  )
}

/** Fields side by side where there is room. */
export function Pair({ children, isClose }: { readonly children: ReactNode; readonly isClose?: boolean }) {
  return <div className={classes('stack two-columns', styles.pair, isClose && styles.close)}>{children}</div>
}
