import type { Panel } from '@support-console/contract'
import { useState } from 'react'
import { newTransactionId, recordAction } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { DetailsDialog } from '../../ui/dialog/details-dialog.tsx'
import { PanelIds } from './panel-ids.tsx'
import { panelInfoText } from './panel-info.ts'
import { text } from './texts.ts'

/** Opens all that the inventory was told of a panel (2.8). */
export function PanelInfoButton({ panel }: { readonly panel: Panel }) {
  const [isOpen, setOpen] = useState(false)
  const { cloudId, panelInfo } = panel
  const open = () => {
    recordAction(text('ScreenTitle'), text('ActionDetails', { cloudId }), newTransactionId())
    setOpen(true)
  }
  return (
    <>
      <Button size="tool" aria-label={text('DetailsOf', { cloudId })} onPress={open}>
        {text('Details')}
      </Button>
      <DetailsDialog
        isOpen={isOpen}
        title={text('PanelInfoOf', { cloudId })}
        details={panelInfoText(panelInfo)}
        onClose={() => setOpen(false)}
      >
        <PanelIds panel={panel} />
      </DetailsDialog>
    </>
  )
}
