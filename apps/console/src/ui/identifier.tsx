import type { IdentifiedKind } from '@support-console/contract/identifiers'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './identifier.module.css'
import { groupIdentifier, type IdentifierKind, seenOf, shortIdentifier } from './identifier-text.ts'
import { Thing } from './thing.tsx'
import { Tooltip } from './tooltip.tsx'

interface IdentifierProps {
  readonly value: string
  /** How it is cut for the eye; as the thing's identifiers are unless told. */
  readonly kind?: IdentifierKind | undefined
  /** What it names: leads to its place, where the reader may go there. */
  readonly of?: IdentifiedKind | undefined
  /** Words for it in place of the value: the name of a company. */
  readonly children?: ReactNode
  /** GUIDs in tables: 79e8af3e…61ff, whole on hover and focus and in the copy. */
  readonly isShort?: boolean | undefined
  /** A copy button beside it, named after this ('ICCID'). Shown on row hover and focus in tables. */
  readonly copyName?: string | undefined
  /** The copy button is always shown, as in key-value panels. */
  readonly showsCopy?: boolean | undefined
  readonly className?: string | undefined
}

const kinds: Partial<Record<IdentifiedKind, IdentifierKind>> = { sim: 'iccid', transaction: 'guid' }

/**
 * What names a thing, wherever it stands: in words, or what a machine made in mono; a link and a copy. The groups are
 * spans with space between them, not characters: selecting, searching and copying gives the bare value (D29).
 */
export function Identifier(props: IdentifierProps) {
  const { value, of, children, isShort, copyName, showsCopy, className } = props
  const { kind = (of && kinds[of]) ?? 'other' } = props
  const shown =
    children !== undefined ? (
      <Leading of={of} value={value}>
        {children}
      </Leading>
    ) : isShort ? (
      <ShortValue value={value} kind={kind} of={of} />
    ) : (
      <Whole of={of} value={value}>
        <Grouped value={value} kind={kind} />
      </Whole>
    )
  if (copyName === undefined) return shown
  return (
    <span className={classes('inline at-most gap-4', styles.identifier, className)}>
      {shown}
      <span className={showsCopy ? undefined : styles.quiet}>
        <CopyButton value={value} name={copyName} className={styles.small} />
      </span>
    </span>
  )
}

function Grouped({ value, kind }: { readonly value: string; readonly kind: IdentifierKind }) {
  const groups = groupIdentifier(value, kind)
  if (groups.length === 1) return value
  let at = 0
  return groups.map((group) => {
    at += group.length
    return (
      <span key={at} className={styles.group}>
        {group}
      </span>
    )
  })
}

interface ValueProps {
  readonly value: string
  readonly of: IdentifiedKind | undefined
}

function Leading({ value, of, children }: ValueProps & { readonly children: ReactNode }) {
  if (of === undefined) return children
  return (
    <Thing of={of} id={value}>
      {children}
    </Thing>
  )
}

function Whole({ value, of, children }: ValueProps & { readonly children: ReactNode }) {
  return (
    <Leading of={of} value={value}>
      <span className={`anywhere mono ${styles.value}`}>{children}</span>
    </Leading>
  )
}

interface CutProps {
  readonly value: string
  /** How many characters are seen, from its beginning and from its end. */
  readonly seen: readonly [head: number, tail: number]
}

/** Short for the eye by its look alone: what is read out, found, selected and copied is the whole value. */
export function Cut({ value, seen: [head, tail] }: CutProps) {
  return (
    <span className={classes('anywhere mono', styles.value, styles.cut)}>
      {value.slice(0, head)}
      <span className={styles.dots} aria-hidden="true" />
      <span className={styles.unseen}>{value.slice(head, -tail)}</span>
      {value.slice(-tail)}
    </span>
  )
}

function ShortValue({ value, kind, of }: ValueProps & { readonly kind: IdentifierKind }) {
  if (shortIdentifier(value, kind) === value)
    return (
      <Whole value={value} of={of}>
        {value}
      </Whole>
    )
  const shown = (
    <Leading of={of} value={value}>
      <Cut value={value} seen={seenOf(kind)} />
    </Leading>
  )
  return (
    <Tooltip tip={<span className={`anywhere mono ${styles.value}`}>{value}</span>} isDescription={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole value must be reachable by keyboard, where no link is */}
      {of === undefined ? <span tabIndex={0}>{shown}</span> : shown}
    </Tooltip>
  )
}
