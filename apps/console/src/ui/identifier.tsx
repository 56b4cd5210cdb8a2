import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './identifier.module.css'
import { groupIdentifier, type IdentifierKind, shortIdentifier } from './identifier-text.ts'
import { Thing, type ThingKind } from './thing.tsx'
import { Tooltip } from './tooltip.tsx'

interface IdentifierProps {
  readonly value: string
  readonly kind?: IdentifierKind | undefined
  /** Leads to the place of the thing that it names. */
  readonly of?: ThingKind | undefined
  /** GUIDs in tables: 79e8af3e…61ff, whole on hover and focus and in the copy. */
  readonly isShort?: boolean | undefined
  /** A copy button beside it, named after this ('ICCID'). Shown on row hover and focus in tables. */
  readonly copyName?: string | undefined
  /** The copy button is always shown, as in key-value panels. */
  readonly showsCopy?: boolean | undefined
  readonly className?: string | undefined
}

/**
 * What a machine made, in mono. The groups are spans with space between them, not characters: selecting, searching
 * and copying gives the bare value (D29).
 */
export function Identifier({
  value,
  kind = 'other',
  of,
  isShort,
  copyName,
  showsCopy,
  className,
}: IdentifierProps) {
  const groups = groupIdentifier(value, kind)
  let at = 0
  const shown = isShort ? (
    <ShortValue value={value} kind={kind} of={of} />
  ) : (
    <Whole of={of} value={value}>
      {groups.length === 1
        ? value
        : groups.map((group) => {
            at += group.length
            return (
              <span key={at} className={styles.group}>
                {group}
              </span>
            )
          })}
    </Whole>
  )
  if (copyName === undefined) return shown
  return (
    <span className={classes(styles.identifier, className)}>
      {shown}
      <span className={showsCopy ? undefined : styles.quiet}>
        <CopyButton value={value} name={copyName} className={styles.small} />
      </span>
    </span>
  )
}

interface ValueProps {
  readonly value: string
  readonly of: ThingKind | undefined
}

function Whole({ value, of, children }: ValueProps & { readonly children: ReactNode }) {
  const whole = <span className={styles.value}>{children}</span>
  if (of === undefined) return whole
  return (
    <Thing of={of} id={value}>
      {whole}
    </Thing>
  )
}

/** The short form for the eye; what is read out and found is the whole value. */
function ShortValue({ value, kind, of }: ValueProps & { readonly kind: IdentifierKind }) {
  const short = shortIdentifier(value, kind)
  if (short === value)
    return (
      <Whole value={value} of={of}>
        {value}
      </Whole>
    )
  const shown = (
    <Whole value={value} of={of}>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{value}</span>
    </Whole>
  )
  return (
    <Tooltip tip={<span className={styles.value}>{value}</span>} isDescription={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole value must be reachable by keyboard, where no link is */}
      {of === undefined ? <span tabIndex={0}>{shown}</span> : shown}
    </Tooltip>
  )
}
