import type { Panel } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { guidPattern } from '@support-console/contract/guid'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { text } from './texts.ts'

/** A panel's two IDs together; the physical one leads to its environment, for who may look at that. */
export function PanelIds({ panel: { cloudId, panelInfo } }: { readonly panel: Panel }) {
  const mayLook = useAccess().may('panel-environment.read')
  const { physicalPanelId } = panelInfo
  const physicalId = typeof physicalPanelId === 'string' ? physicalPanelId : ''
  return (
    <Facts
      facts={[
        { label: text('CloudId'), value: <Identifier value={cloudId} of="panel" /> },
        {
          label: text('PhysicalId'),
          value: (
            <span className="mono">
              {mayLook && guidPattern.test(physicalId) ? (
                <Link to={addresses.panelEnvironment(physicalId)} title={text('EnvironmentOf', { cloudId })}>
                  {physicalId}
                </Link>
              ) : (
                physicalId || text('NotKnownId')
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
