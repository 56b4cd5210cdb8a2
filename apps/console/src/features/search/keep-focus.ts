import type { MouseEvent } from 'react'

/** A press on what the field names leaves the focus in the field. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
