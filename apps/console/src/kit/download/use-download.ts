import { useEffect, useRef, useState } from 'react'
import { ApiError, newTransactionId, recordAction } from '../../api/index.ts'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { showToast } from '../../ui/toast-store.ts'
import { type MadeFile, saveFile } from './made-file.ts'
import { text } from './texts.ts'

export type DownloadState =
  | { at: 'start' }
  | { at: 'running'; since: number }
  | { at: 'stopped' }
  | { at: 'saved'; fileName: string }
  | { at: 'failed'; call: BannerCall }

/** What the maker of a file is told. */
export interface Asked {
  transactionId: string
  signal: AbortSignal
}

/**
 * A file for the user (D22), one at a time: its entry in the activity log (D18), its making, and its saving, with a
 * toast unless the screen says itself that it is saved.
 */
export function useDownload(screenTitle: string, { hasToast = true } = {}) {
  const [state, setState] = useState<DownloadState>({ at: 'start' })
  const controller = useRef<AbortController | null>(null)
  // The file of a screen that was left is for no one.
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (action: string, make: (asked: Asked) => Promise<MadeFile>) => {
    const own = new AbortController()
    controller.current = own
    setState({ at: 'running', since: serverNow() })
    const transactionId = newTransactionId()
    recordAction(screenTitle, action, transactionId)
    try {
      const made = await make({ transactionId, signal: own.signal })
      if (own.signal.aborted) return
      await saveFile(made)
      const { fileName, copiedRows } = made
      setState(copiedRows === undefined ? { at: 'saved', fileName } : { at: 'start' })
      if (hasToast && copiedRows === undefined) showToast(text('Saved', { file: fileName }))
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'cancelled') setState({ at: 'stopped' })
      else setState({ at: 'failed', call: callOf(error) })
    }
  }
  return {
    state,
    /** For the banner. */
    call: state.at === 'failed' ? state.call : initial,
    isRunning: state.at === 'running',
    run,
    stop: () => controller.current?.abort(),
    reset: () => setState({ at: 'start' }),
  }
}

const initial: BannerCall = { status: 'initial' }

/** A call that failed; or all was here, and still no file came of it. */
const callOf = (error: unknown): BannerCall =>
  error instanceof ApiError
    ? { status: 'rejected', error }
    : { status: 'fulfilled', answer: { status: text('NotSaved'), message: sayWhyNot(error) } }

const reasons = {
  SheetTooLarge: 'TooLarge',
  TooManyToCopy: 'TooManyToCopy',
  CopyRefused: 'CopyRefused',
} as const

/** Too many rows, a clipboard that is refused, or no program to write it. */
export function sayWhyNot(error: unknown): string {
  const reason = error instanceof Error && reasons[error.name as keyof typeof reasons]
  if (!reason) reportError(error)
  return text(reason || 'NotMade')
}
