import type { Panel } from '@support-console/contract'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Thing } from '../../ui/thing.tsx'
import { text } from './texts.ts'

interface ConfirmFlagProps {
  /** The panel that is or was asked about. */
  readonly panel: Panel | null
  readonly isOpen: boolean
  readonly onConfirm: (panel: Panel, wanted: boolean) => void
  readonly onCancel: () => void
}

/** Asks before a panel's management in the Remote Portal is switched (8): which panel, whose, and what it means. */
export function ConfirmFlag({ panel, isOpen, onConfirm, onCancel }: ConfirmFlagProps) {
  if (!panel) return null
  const { cloudId, companyName, companySapNumber, remoteId, flagged } = panel
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text(flagged ? 'EnableQuestion' : 'DisableQuestion', { cloudId })}
      consequences={flagged ? [text('EnableMeans')] : [text('DisableMeans'), text('DisableBack')]}
      verb={text(flagged ? 'EnableVerb' : 'DisableVerb')}
      isDanger={!flagged}
      onConfirm={() => onConfirm(panel, !flagged)}
      onCancel={onCancel}
    >
      <Facts
        facts={[
          { label: text('Panel'), value: <span className="mono">{cloudId}</span> },
          {
            label: text('Company'),
            value: (
              <>
                <Thing of="company" id={companySapNumber}>
                  {companyName}
                </Thing>{' '}
                ({companySapNumber})
              </>
            ),
          },
          { label: text('RemotePortalId'), value: <span className="mono">{remoteId}</span> },
        ]}
      />
    </ConfirmDialog>
  )
}
