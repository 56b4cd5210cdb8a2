import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { text } from './texts.ts'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

/** Links to the page of a panel for the installer at the box; what makes and lists them comes with the press. */
export function useInstallersLink(cloudId: string): { button: ReactNode; dialog: ReactNode } {
  const [round, setRound] = useState(0)
  const [isOpen, setOpen] = useState(false)
  if (!useAccess().may('panels.change')) return { button: null, dialog: null }
  const open = () => {
    setRound(round + 1)
    setOpen(true)
  }
  return {
    button: <Button onPress={open}>{text('Open')}</Button>,
    dialog: round > 0 && (
      <Suspense>
        <LinkDialog key={round} cloudId={cloudId} isOpen={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
