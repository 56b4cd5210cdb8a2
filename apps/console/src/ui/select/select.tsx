import { useEffect } from 'react'
import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'
import { classes } from '../classes.ts'
import fieldStyles from '../form/field.module.css'
import { Field } from '../form/field.tsx'
import { type FieldBasics, useField } from '../form/use-field.ts'
import { ChevronDownIcon } from '../icons/screens.tsx'
import { Tooltip } from '../tooltip.tsx'
import styles from './select.module.css'
import { SelectMenu } from './select-menu.tsx'
import { flatOptions, optionOf, type SelectItem } from './select-options.ts'
import { useSelect } from './use-select.ts'

const text = textsOf(fields)

interface SelectProps extends FieldBasics {
  /** Options, or groups of them; a value is found in groups too. */
  readonly options: readonly SelectItem[]
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  /**
   * Stays without a choice, at its placeholder, until someone chooses. Otherwise the first option's value is taken
   * when there is no value, or one that no option has (5).
   */
  readonly startsEmpty?: boolean | undefined
  readonly isLoading?: boolean | undefined
  /** 'Please select' unless told; the default of a bare menu is 'Select...'. */
  readonly placeholder?: string | undefined
  readonly isMono?: boolean | undefined
  readonly size?: 'field' | 'tool' | 'row' | undefined
  /** Why nothing can be chosen now; it stays reachable by keyboard and says so. */
  readonly disabledReason?: string | undefined
}

/**
 * One of many (5, 8, 9), with groups: searched by typing, which chooses nothing (decision 005);
 * 'No options', 'Loading...'.
 */
export function Select(props: SelectProps) {
  const { options, value, onChange, size = 'field', isLoading = false, startsEmpty = false } = props
  const field = useField(props, value ?? '')
  const menu = useSelect({ options, value, onChange, isLoading, onClose: field.touch })
  const chosen = optionOf(options, value)
  const hasReason = Boolean(props.disabledReason)
  const isOff = props.isDisabled || hasReason
  const first = flatOptions(options).find((option) => !option.isDisabled)?.value

  // A control that no one can operate changes nothing by itself either.
  const mustDefault = !startsEmpty && !isLoading && !isOff && chosen === undefined && first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once per change of the options, no matter who the caller is
  useEffect(() => {
    if (mustDefault) onChange(first)
  }, [mustDefault, first])

  const labelId = `${field.id}-label`
  return (
    <Field {...field.fieldProps} labelId={labelId}>
      <Tooltip tip={props.disabledReason} isEnabled={hasReason}>
        <button
          {...field.controlProps}
          {...menu.buttonProps}
          {...(hasReason && { onClick: undefined, onKeyDown: undefined, 'aria-disabled': true })}
          type="button"
          aria-labelledby={labelId}
          disabled={props.isDisabled && !hasReason}
          className={classes(
            fieldStyles.box,
            'to-start gap-8',
            styles.button,
            size !== 'field' && fieldStyles[size],
            props.isMono && fieldStyles.mono,
            field.error && fieldStyles.invalid,
            isOff && fieldStyles.disabled,
          )}
        >
          <span className={classes('fill cut', !chosen && !isOff && 'faint')}>
            {chosen?.label ?? props.placeholder ?? text('PleaseSelect')}
          </span>
          <ChevronDownIcon />
        </button>
      </Tooltip>
      {menu.isOpen && (
        <SelectMenu
          menu={menu}
          label={props.label}
          value={value}
          isLoading={isLoading}
          isMono={props.isMono}
        />
      )}
    </Field>
  )
}
