import { type ReactNode, useId } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { ChangeOutcome, type ChangeShown } from '../call-banner/change-outcome.tsx'
import { Form } from '../form/form.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  readonly title: ReactNode
  /** The verb of the acting button, never 'OK'. */
  readonly verb: string
  /** What the button says meanwhile; the verb where it is left out. */
  readonly busyText?: string
  /** The change that it asks for, as `useChange` gives it. */
  readonly change: ChangeShown
  /** Called when no field has a problem. */
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** The fields. */
  readonly children: ReactNode
}

/**
 * A dialog that fills in one form and sends it. It stays while the change is on its way, and when it failed, with all that was
 * typed; what is typed is guarded.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, busyText = verb, change, onSubmit, onClose, children } = props
  const form = useId()
  const isBusy = change.status === 'pending'
  return (
    <Dialog
      isOpen
      onClose={isBusy ? undefined : onClose}
      title={title}
      actions={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {text('Cancel')}
          </Button>
          <Button type="submit" form={form} look="primary" isBusy={isBusy} busyText={busyText}>
            {verb}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack gap-16" onSubmit={onSubmit}>
        {children}
      </Form>
      <ChangeOutcome of={change} />
    </Dialog>
  )
}
