import { announce } from './announce.ts'

/** A word of trivial success, or of an end that stands on the page as well. */
export interface ToastMessage {
  readonly id: number
  readonly message: string
  readonly kind: 'ok' | 'error'
}

let messages: readonly ToastMessage[] = []
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly ToastMessage[]): void {
  messages = next
  for (const listener of listeners) listener()
}

/** Shows and announces a toast, for 4 s. Only for trivial success ('ICCID copied'), never the only trace of a failure. */
export function showToast(message: string, kind: ToastMessage['kind'] = 'ok'): void {
  announce(message, kind === 'ok' ? 'polite' : 'assertive')
  count += 1
  change([...messages.filter((other) => other.message !== message), { id: count, message, kind }].slice(-3))
}

export function dismissToast(id: number): void {
  change(messages.filter((message) => message.id !== id))
}

export const readToasts = (): readonly ToastMessage[] => messages

export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
