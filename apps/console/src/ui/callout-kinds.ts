import type { MarkKind } from './icons/marks.tsx'

/** The four kinds of callouts, banners and dialogs (8). */
export type CalloutKind = 'success' | 'warning' | 'error' | 'information'

/** The catalogue's key of each kind's title. */
export const calloutTitles = {
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
  information: 'Information',
} as const

export const calloutMarks: Readonly<Record<CalloutKind, MarkKind>> = {
  success: 'ok',
  warning: 'warn',
  error: 'error',
  information: 'info',
}
