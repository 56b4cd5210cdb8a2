import { keepInTab, keptInput } from '../../../session/kept-input.ts'

const key = 'diagnosis:panels'

/** The list as it was pasted or brought along; it stays in this tab, and goes with its user's log-out. */
export const keptPanels = (): string => keptInput<string>(key) ?? ''
export const keepPanels = (list: string): void => keepInTab(key, list)
