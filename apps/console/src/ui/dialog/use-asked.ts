import { useCallback, useState } from 'react'

/** What a dialog is about. It stays while the dialog fades away. */
export function useAsked<Subject>() {
  const [asked, setAsked] = useState<{ subject: Subject; isOpen: boolean } | null>(null)
  return {
    subject: asked?.subject ?? null,
    isOpen: asked?.isOpen ?? false,
    ask: useCallback((subject: Subject) => setAsked({ subject, isOpen: true }), []),
    close: useCallback(() => setAsked((shown) => shown && { ...shown, isOpen: false }), []),
  }
}
