import { keepInTab, keptInput } from '../../session/kept-input.ts'

const key = 'search:lines'

/** The lines to look up; they stay in this tab, and go with its user's log-out. */
export const keptLines = (): string => keptInput<string>(key) ?? ''
export const keepLines = (lines: string): void => keepInTab(key, lines)
