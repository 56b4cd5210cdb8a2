import type { CompanyPanel } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { mostPanelIds } from '@support-console/contract/panels.words'
import { panelShows, panelStates } from '@support-console/contract/states.words'
import { useNavigate } from 'react-router'
import { sayWord } from '../../../kit/thing-state/index.ts'
import { kindName, kindsName } from '../../../kit/thing-words.ts'
import { Button } from '../../../ui/button.tsx'
import { ascending } from '../../../ui/data-table/index.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { LookButton } from '../../diagnosis/index.ts'
import { CompanyList } from './company-list.tsx'
import type { ListPlan } from './list-plan.ts'
import type { Selection } from './selection.ts'
import { ofShow, stateColumns, stateHeaders } from './state-columns.tsx'
import { text } from './texts.ts'
import type { useLooks } from './use-looks.ts'

const plan: ListPlan<CompanyPanel> = {
  name: 'panels',
  caption: kindsName('panel'),
  searchHint: text('SearchPanels'),
  headers: [
    { key: 'cloudId', value: text('CloudIdColumn'), isIdentifier: true, width: 132, ...ascending },
    ...stateHeaders,
    { key: 'container', value: kindName('container'), width: 112 },
    { key: 'simId', value: kindName('sim'), width: 176, ...ascending },
    { key: 'remoteId', value: text('RemotePortalId'), width: 112, ...ascending },
    { key: 'flagged', value: text('Management'), width: 92 },
  ],
  usual: { key: 'state', direction: 'asc' },
  rows: {
    key: ({ cloudId }) => cloudId,
    columns: {
      cloudId: {
        columnContent: ({ cloudId }) => (
          <Identifier value={cloudId} of="panel" copyName={text('CloudIdColumn')} />
        ),
      },
      ...stateColumns.columns,
      container: {
        columnContent: ({ connection }) =>
          connection?.container && <Identifier value={connection.container} of="container" />,
      },
      simId: { columnContent: ({ simId }) => simId && <Identifier value={simId} of="sim" /> },
      remoteId: { columnContent: ({ remoteId }) => remoteId && <span className="mono">{remoteId}</span> },
      flagged: { columnContent: ({ flagged }) => text(flagged ? 'Disabled' : 'Enabled') },
    },
  },
  filters: [
    {
      name: 'state',
      label: text('State'),
      any: text('AnyState'),
      options: panelStates.map((value) => ({ value, label: sayWord(value) })),
    },
    ofShow(panelShows),
    {
      name: 'flagged',
      label: text('Management'),
      any: text('AnyManagement'),
      options: [
        { value: 'true', label: text('Disabled') },
        { value: 'false', label: text('Enabled') },
      ],
    },
  ],
  news: 'panel',
  saved: { ids: 'cloudIds', matches: 'ActionPanels', chosen: 'ActionChosenPanels' },
}

interface CompanyPanelsProps {
  readonly companyId: number
  readonly selection: Selection
  readonly looks: ReturnType<typeof useLooks>
}

/** A company's panels with their connection as last seen, and the way on to Panel Management (2.8). */
export function CompanyPanels({ companyId, selection, looks }: CompanyPanelsProps) {
  const navigate = useNavigate()
  return (
    <CompanyList
      plan={plan}
      companyId={companyId}
      selection={selection}
      ways={(cloudIds) => (
        <>
          <LookButton
            looking={looks.looking}
            isOfChosen
            size="tool"
            count={cloudIds.length}
            onPress={() => looks.lookAt('panel', cloudIds)}
          />
          <Button
            size="tool"
            disabledReason={
              cloudIds.length > mostPanelIds ? text('DiagnosisTakes', { most: mostPanelIds }) : undefined
            }
            onPress={() => navigate(addresses.diagnose(cloudIds), { state: { panels: cloudIds } })}
          >
            {text('FindCause')}
          </Button>
          <Button
            size="tool"
            disabledReason={
              cloudIds.length > mostPanelIds ? text('PanelsTakes', { most: mostPanelIds }) : undefined
            }
            onPress={() => navigate(addresses.panels('cloudId', cloudIds))}
          >
            {text('ShowPanels')}
          </Button>
        </>
      )}
    />
  )
}
