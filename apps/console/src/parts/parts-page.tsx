import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

export function PartsPage() {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <Button look="danger" onPress={() => setOpen(true)}>
        Deactivate…
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Deactivate SIM 8901…0013?"
        caution="Caution: This operation will deactivate a SIM, be careful."
        verb="Deactivate SIM"
        isDanger
        onConfirm={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      />
    </main>
  )
}
