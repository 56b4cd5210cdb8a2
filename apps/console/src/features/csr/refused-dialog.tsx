import { text as shared } from '../../texts/text.ts'
import { MessageDialog } from '../../ui/dialog/message-dialog.tsx'
import { Said } from '../../ui/thing.tsx'
import type { Order } from './orders.ts'
import { text } from './texts.ts'

/** Why a submit was not even asked about: a server is Pending (then its name), or the answer to a submit is awaited. */
export interface Refused {
  readonly order: Order
  readonly pending: string | null
}

/** 'Caution' while any CSR is Pending, 'Need to wait …' while a submit awaits the backend (4, 8). */
export function RefusedDialog({
  refused,
  isOpen,
  onClose,
}: {
  readonly refused: Refused | null
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  if (!refused) return null
  const { order, pending } = refused
  const { server, to: release } = order
  return (
    <MessageDialog kind="warning" title={shared('Caution')} isOpen={isOpen} onClose={onClose}>
      <div className="stack gap-8">
        {pending === null ? (
          <p>{text('NeedToWait')}</p>
        ) : (
          <>
            <p>
              <Said>{text('AlreadyPending', { pending })}</Said>
            </p>
            <p className="quiet">{text('DeployLater', { server, pending, release })}</p>
          </>
        )}
      </div>
    </MessageDialog>
  )
}
