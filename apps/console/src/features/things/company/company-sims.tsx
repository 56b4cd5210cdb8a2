import type { CompanySim } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { simShows, simStates } from '@support-console/contract/states.words'
import { useAccess } from '../../../api/index.ts'
import { sayWord } from '../../../kit/thing-state/index.ts'
import { kindName, kindsName } from '../../../kit/thing-words.ts'
import { Button } from '../../../ui/button.tsx'
import { ascending } from '../../../ui/data-table/index.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { LookButton } from '../../diagnosis/index.ts'
import { useSeries } from '../../sim-management/index.ts'
import { CompanyList } from './company-list.tsx'
import type { ListPlan } from './list-plan.ts'
import type { Selection } from './selection.ts'
import { ofShow, stateColumns, stateHeaders } from './state-columns.tsx'
import { text } from './texts.ts'
import type { useLooks } from './use-looks.ts'

const plan: ListPlan<CompanySim> = {
  name: 'sims',
  caption: kindsName('sim'),
  searchHint: text('SearchSims'),
  headers: [
    { key: 'iccid', value: text('Iccid'), isIdentifier: true, width: 200, ...ascending },
    { key: 'carrier', value: text('Carrier'), width: 110, ...ascending },
    ...stateHeaders,
    { key: 'panel', value: kindName('panel'), width: 130, ...ascending },
    { key: 'usable', value: text('Usability'), width: 100 },
  ],
  usual: { key: 'state', direction: 'asc' },
  rows: {
    key: ({ iccid }) => iccid,
    columns: {
      iccid: {
        columnContent: ({ iccid }) => <Identifier value={iccid} of="sim" copyName={text('Iccid')} />,
      },
      carrier: { columnContent: ({ vendorCode }) => carrierNames[vendorCode] },
      ...stateColumns.columns,
      panel: { columnContent: ({ panel }) => panel && <Identifier value={panel} of="panel" /> },
      usable: { columnContent: ({ usable }) => usable !== null && text(usable ? 'Usable' : 'Unusable') },
    },
  },
  filters: [
    {
      name: 'vendorCode',
      label: text('Carrier'),
      any: text('AnyCarrier'),
      options: Object.entries(carrierNames).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'state',
      label: text('State'),
      any: text('AnyState'),
      options: simStates.map((value) => ({ value, label: sayWord(value) })),
    },
    ofShow(simShows),
    {
      name: 'usable',
      label: text('Usability'),
      any: text('AnyUsability'),
      options: [
        { value: 'true', label: text('Usable') },
        { value: 'false', label: text('Unusable') },
      ],
    },
  ],
  news: 'sim',
  saved: { ids: 'iccids', matches: 'ActionSims', chosen: 'ActionChosenSims' },
}

interface CompanySimsProps {
  readonly companyId: number
  readonly selection: Selection
  readonly looks: ReturnType<typeof useLooks>
}

/** A company's SIMs: their state as last observed, and the way on to a batch (2.4). */
export function CompanySims({ companyId, selection, looks }: CompanySimsProps) {
  const { may } = useAccess()
  const series = useSeries()
  return (
    <>
      {series.question}
      <CompanyList
        plan={plan}
        companyId={companyId}
        selection={selection}
        ways={(iccids) => (
          <>
            <LookButton
              looking={looks.looking}
              isOfChosen
              size="tool"
              count={iccids.length}
              onPress={() => looks.lookAt('sim', iccids)}
            />
            {may('sim-management.change') && (
              <Button
                look="danger"
                size="tool"
                isBusy={series.isChecking}
                busyText={text('Deactivate')}
                onPress={() => void series.ask({ iccids: [...iccids] }, '')}
              >
                {text('Deactivate')}
              </Button>
            )}
          </>
        )}
      />
    </>
  )
}
