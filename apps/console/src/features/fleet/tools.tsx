import { carrierNames, type VendorCode } from '@support-console/contract/carriers'
import {
  type FleetFilter,
  type FleetFindingKind,
  type FleetGrouping,
  fleetGroupings,
  fleetSinces,
  fleetStands,
  mostFleetCompanies,
} from '@support-console/contract/fleet.words'
import type { ReactNode } from 'react'
import type { DataOf } from '../../api/call-types.ts'
import { ExportMenu, fetchFile, inFormat, sayFormat, useDownload } from '../../kit/download/index.ts'
import { culture } from '../../texts/languages.ts'
import { text as frame } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { type FilterChip, FilterChips } from '../../ui/data-table/index.ts'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { SelectOption } from '../../ui/select/select-options.ts'
import styles from './fleet.module.css'
import { sayCause } from './say-cause.ts'
import { text } from './texts.ts'

type Since = keyof typeof fleetSinces

const counted = { cause: 'Causes', company: 'Companies', carrier: 'Carriers', thing: 'Things' } as const

/** Company and time have a field, which shows one of them. */
const hasField = (of: string) => of === 'company' || of === 'since'

const groupings: Readonly<Record<FleetGrouping, string>> = {
  cause: text('ByCause'),
  company: text('ByCompany'),
  carrier: text('ByCarrier'),
  thing: text('OneByOne'),
}

const sinces: Readonly<Record<Since, string>> = {
  day: text('day'),
  week: text('week'),
  month: text('month'),
  year: text('year'),
}

interface ToolsProps {
  readonly filter: FleetFilter
  readonly onChange: (next: Partial<FleetFilter>) => void
  readonly counts: Pick<DataOf<'GET /fleet/v1/findings'>, 'matches' | 'things' | 'companies'> | undefined
  /** As it stands in the address. */
  readonly asked: string
  /** Why nothing may be done with the list as a whole; undefined: it may. */
  readonly refused: string | undefined
  /** How the list stands together. */
  readonly by: FleetGrouping
  readonly onGroup: (by: FleetGrouping) => void
  /** What the screen does. */
  readonly action: ReactNode
  /** The views. */
  readonly children: ReactNode
}

/** What the list is narrowed by, how much it holds, and its file. */
export function Tools(props: ToolsProps) {
  const { filter, onChange, counts, asked, refused, by, onGroup, action, children } = props
  const download = useDownload(frame('TitleFleet'))
  return (
    <>
      <div className="row wrap gap-8 below-8">
        {filter.cause === undefined && (
          <Segments
            label={text('GroupedBy')}
            segments={fleetGroupings.map((key) => ({ key, label: groupings[key] }))}
            value={by}
            onChange={onGroup}
          />
        )}
        <Select
          size="tool"
          label={text('Stand')}
          isLabelHidden
          options={fleetStands.map((value) => ({ value, label: text(value) }))}
          value={filter.stand?.[0] ?? 'counts'}
          onChange={(value) =>
            onChange({ stand: fleetStands.filter((each) => each === value && each !== 'counts') })
          }
        />
        <Select
          size="tool"
          label={text('Company')}
          isLabelHidden
          startsEmpty
          placeholder={filter.company?.length === 1 ? String(filter.company[0]) : text('SomeCompanies')}
          isLoading={!counts}
          options={companyOptions(counts?.companies ?? [])}
          value={oneOf(filter.company?.map(String))}
          onChange={(value) => onChange({ company: value === '' ? [] : [Number(value)] })}
        />
        <Select
          size="tool"
          label={text('Since')}
          isLabelHidden
          options={[
            { value: '', label: text('AnySince') },
            ...(Object.keys(fleetSinces) as Since[]).map((value) => ({ value, label: sinces[value] })),
          ]}
          value={filter.since?.[0] ?? ''}
          onChange={(value) => onChange({ since: value === '' ? [] : [value as Since] })}
        />
        <FilterChips filters={chipsOf(filter, counts?.companies ?? [], onChange)} />
        <div className={`row wrap gap-8 ${styles.right}`}>
          <p role="status" className={`end quiet ${styles.count}`}>
            {counts && text(counted[filter.cause ? 'thing' : by], { rows: counts.matches })}
          </p>
          {children}
          <ExportMenu
            isBusy={download.isRunning}
            of={text('OfMatches')}
            disabledReason={refused ?? (counts?.matches ? undefined : text('NothingFound'))}
            onDownload={(format) =>
              void download.run(text('Action', { format: sayFormat(format) }), async (call) =>
                inFormat(
                  await fetchFile('GET /fleet/v1/export', { query: { filter: asked }, ...call }),
                  format,
                ),
              )
            }
          />
          {action}
        </div>
      </div>
      <CallBanner call={download.call} />
    </>
  )
}

type Companies = NonNullable<ToolsProps['counts']>['companies']

/** What a field of one choice shows; undefined: several, which chips name. */
const oneOf = (values: readonly string[] = []) => (values.length > 1 ? undefined : (values[0] ?? ''))

/** By name; where there are more than can be listed, the last line says so. */
const companyOptions = (companies: Companies): SelectOption[] => [
  { value: '', label: text('AnyCompany') },
  ...companies
    .toSorted((a, b) => a.name.localeCompare(b.name, culture))
    .map(({ companyId, name, things }) => ({
      value: String(companyId),
      label: text('CompanyWith', { name, things }),
    })),
  ...(companies.length < mostFleetCompanies
    ? []
    : [{ value: 'more', label: text('MoreCompanies', { most: mostFleetCompanies }), isDisabled: true }]),
]

/** What no field shows: several of a kind, a cause, and all that is left out. */
function chipsOf(filter: FleetFilter, companies: Companies, onChange: ToolsProps['onChange']): FilterChip[] {
  const { not } = filter
  const nameOf = (id: string) => companies.find(({ companyId }) => String(companyId) === id)?.name ?? id
  const said = {
    company: { name: 'Company', say: nameOf },
    cause: { name: 'Cause', say: (value: string) => sayCause(value, nameOf) },
    finding: { name: 'Finding', say: (value: string) => text(value as FleetFindingKind) },
    csr: { name: 'CsrServer', say: (value: string) => value },
    carrier: { name: 'Carrier', say: (value: string) => carrierNames[value as VendorCode] },
    since: { name: 'Since', say: (value: string) => sinces[value as Since] },
  } as const
  const chips = (of: keyof typeof said, values: readonly (string | number)[] = [], isNot = false) =>
    values.map((value) => {
      const left = values.filter((each) => each !== value)
      const name = text(said[of].name)
      return {
        id: `${isNot ? 'not ' : ''}${of} ${value}`,
        key: isNot ? text('Not', { name }) : name,
        value: said[of].say(String(value)),
        onRemove: () => onChange(isNot ? { not: { ...not, [of]: left } } : { [of]: left }),
      }
    })
  const kinds = ['finding', 'company', 'carrier', 'csr', 'since'] as const
  return [
    ...kinds.flatMap((of) => ((filter[of]?.length ?? 0) > 1 || !hasField(of) ? chips(of, filter[of]) : [])),
    ...chips('cause', filter.cause),
    ...kinds.flatMap((of) => chips(of, not[of], true)),
  ]
}
