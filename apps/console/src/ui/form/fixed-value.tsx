import { type ReactNode, useId } from 'react'
import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'
import { Group } from '../group.tsx'
import { LockIcon } from '../icons/controls.tsx'
import styles from './field.module.css'
import { Field } from './field.tsx'

const text = textsOf(fields)

interface FixedValueProps {
  readonly label: string
  readonly children: ReactNode
  readonly help?: string | undefined
  readonly className?: string | undefined
}

/** A value of a form that cannot be changed here: plain text with a lock, not a grey input. */
export function FixedValue({ label, children, help, className }: FixedValueProps) {
  const id = useId()
  return (
    <Field label={label} labelId={`${id}-label`} noteId={`${id}-note`} help={help} className={className}>
      <Group className={styles.fixed} aria-labelledby={`${id}-label`}>
        <span>{children}</span>
        <LockIcon size={14} />
        <span className="visually-hidden">({text('Fixed')})</span>
      </Group>
    </Field>
  )
}
