import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from './icon.tsx'
import styles from './marks.module.css'

/**
 * The shapes of states: a state is a shape, a word and a colour, in that order. `ok` Success, Succeeded, Usable,
 * Online, Activated; `running` at this moment; `pending` not begun, or was under way in a log; `ready` Ready,
 * Offline; `off` Deactivated, Unusable; `danger` only before the title of a dialog that takes something away.
 */
export type MarkKind =
  | 'ok'
  | 'warn'
  | 'danger'
  | 'error'
  | 'running'
  | 'pending'
  | 'unknown'
  | 'info'
  | 'ready'
  | 'off'

// The sign inside a filled shape is cut out, so that it reads on every ground and tint.
const cutOut = { stroke: 'var(--mark-sign, var(--sheet))', fill: 'none' } as const

const triangle = (
  <>
    <path d="M7 1.2 13.2 12.5H.8Z" fill="currentColor" strokeWidth="1.2" />
    <path d="M7 5.2v3.2M7 10.5v.05" {...cutOut} />
  </>
)

const shapes: Record<MarkKind, ReactNode> = {
  ok: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="currentColor" stroke="none" />
      <path d="m4.2 7.2 2 2 3.7-4" {...cutOut} />
    </>
  ),
  warn: triangle,
  danger: triangle,
  error: (
    <>
      <rect x=".75" y=".75" width="12.5" height="12.5" rx="2" fill="currentColor" stroke="none" />
      <path d="m4.6 4.6 4.8 4.8M9.4 4.6 4.6 9.4" {...cutOut} />
    </>
  ),
  running: (
    <>
      <circle cx="7" cy="7" r="5.5" strokeWidth="2" opacity=".25" />
      <path className={styles.arc} d="M7 1.5A5.5 5.5 0 0 1 12.5 7" strokeWidth="2" />
    </>
  ),
  pending: (
    <>
      <circle cx="7" cy="7" r="5.8" strokeWidth="1.3" strokeDasharray="2 1.644" strokeLinecap="butt" />
      <path d="M7 4.3V7l1.8 1.1" strokeWidth="1.3" />
    </>
  ),
  unknown: (
    <>
      <circle cx="7" cy="7" r="5.8" strokeWidth="1.3" />
      <path d="M5.5 5.7c0-.9.7-1.5 1.5-1.5s1.5.6 1.5 1.4c0 1-1.5 1.2-1.5 2.2M7 9.8v.05" strokeWidth="1.3" />
    </>
  ),
  info: (
    <>
      <circle cx="7" cy="7" r="5.8" strokeWidth="1.3" />
      <path d="M7 6.5v3.3M7 4.2v.05" />
    </>
  ),
  ready: <circle cx="7" cy="7" r="3.4" />,
  off: <path d="M3 7h8" strokeWidth="2" />,
}

/** One state mark, 14 px (12 in tags). Always beside its word, therefore hidden from screen readers. */
export function StateMark({
  kind,
  size = 14,
  className,
}: {
  readonly kind: MarkKind
  readonly size?: number
  readonly className?: string | undefined
}) {
  return (
    <Icon box={14} size={size} className={classes('stated', `kind-${kind}`, className)}>
      {shapes[kind]}
    </Icon>
  )
}
