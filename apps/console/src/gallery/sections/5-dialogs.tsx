import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { CalloutKind } from '../../ui/callout-kinds.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { DetailsDialog } from '../../ui/dialog/details-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { MessageDialog } from '../../ui/dialog/message-dialog.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from '../gallery.module.css'

export const title = 'Dialogs'

const kinds: readonly CalloutKind[] = ['error', 'warning', 'success', 'information']
const versions = ['4.2.0', '4.2.1', '5.0.0'].map((version) => ({ value: version, label: version }))

export default function Dialogs() {
  const [open, setOpen] = useState('')
  const [done, setDone] = useState('')
  const [version, setVersion] = useState<string | undefined>('4.2.1')
  const close = () => setOpen('')
  return (
    <div className={`row wrap ${styles.row}`}>
      <Button look="danger" onPress={() => setOpen('confirm')}>
        Deactivate…
      </Button>
      <Button onPress={() => setOpen('upgrade')}>Upgrade…</Button>
      {kinds.map((kind) => (
        <Button key={kind} onPress={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <Button onPress={() => setOpen('loading')}>Loading</Button>
      <Button onPress={() => setOpen('details')}>Details</Button>
      <Button onPress={() => setOpen('select')}>With a select menu</Button>
      <output data-testid="dialog">{done}</output>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Deactivate SIM 8901…0013?"
        caution="Caution: This operation will deactivate a SIM, be careful."
        consequences={[
          'The panel of Harbor Security goes offline.',
          'AT&T bills a new activation to undo it.',
        ]}
        verb="Deactivate SIM"
        isDanger
        onCancel={close}
        onConfirm={() => {
          setDone('deactivated')
          close()
        }}
      />
      <ConfirmDialog
        isOpen={open === 'upgrade'}
        title="Upgrade csr-04 to 5.0.0?"
        consequences={[
          'Panels on csr-04 are disconnected until it is up again.',
          'No other server can be submitted while this one is Pending.',
        ]}
        verb="Upgrade"
        onCancel={close}
        onConfirm={close}
      >
        <p>
          The server runs <span className="mono">4.2.1</span> now.
        </p>
      </ConfirmDialog>
      {kinds.map((kind) => (
        <MessageDialog key={kind} kind={kind} isOpen={open === kind} onClose={close}>
          Need to wait response from backend server on previous submit, Please try later.
        </MessageDialog>
      ))}
      <LoadingDialog
        isOpen={open === 'loading'}
        title="Querying AT&T"
        canTake="It can take more than 2 minutes."
        onCancel={close}
      />
      <DetailsDialog
        isOpen={open === 'details'}
        title="Panel info"
        details={JSON.stringify(
          { cloudId: '71204455', serviceStates: [{ serviceName: 'REMOTE_CONNECT' }] },
          null,
          2,
        )}
        onClose={close}
      />
      <Dialog isOpen={open === 'select'} title="Choose a release" onClose={close} isDismissable>
        <Select label="Release" options={versions} value={version} onChange={setVersion} />
      </Dialog>
    </div>
  )
}
