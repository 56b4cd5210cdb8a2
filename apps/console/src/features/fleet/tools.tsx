import { carrierNames, type VendorCode, vendorCodes } from '@support-console/contract/carriers'
import {
  type FleetFilter,
  type FleetFindingKind,
  fleetSinces,
  fleetStands,
} from '@support-console/contract/fleet.words'
import { DownloadButtons, fetchFile, inFormat, sayFormat, useDownload } from '../../kit/download/index.ts'
import { culture } from '../../texts/languages.ts'
import { text as frame } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { type FilterChip, FilterChips } from '../../ui/data-table/index.ts'
import { Select } from '../../ui/select/select.tsx'
import type { useLooksAt } from '../diagnosis/index.ts'
import styles from './fleet.module.css'
import { LookAtMatches } from './look-again.tsx'
import { text } from './texts.ts'

type Since = keyof typeof fleetSinces

const sinces: Readonly<Record<Since, string>> = {
  day: text('day'),
  week: text('week'),
  month: text('month'),
  year: text('year'),
}

interface ToolsProps {
  readonly filter: FleetFilter
  readonly onChange: (next: Partial<FleetFilter>) => void
  readonly counts: { matches: number; findings: number } | undefined
  /** As it stands in the address. */
  readonly asked: string
  /** Why nothing may be done with the list as a whole; undefined: it may. */
  readonly refused: string | undefined
  readonly looks: ReturnType<typeof useLooksAt>
}

/** What the list is narrowed by, how much it holds, and its file. */
export function Tools({ filter, onChange, counts, asked, refused, looks }: ToolsProps) {
  const download = useDownload(frame('TitleFleet'))
  return (
    <>
      <div className={styles.tools}>
        <Select
          size="tool"
          label={text('Carrier')}
          isLabelHidden
          options={[
            { value: '', label: text('AnyCarrier') },
            ...vendorCodes.map((value) => ({ value, label: carrierNames[value] })),
          ]}
          value={filter.carrier?.length === 1 ? filter.carrier[0] : ''}
          onChange={(value) => onChange({ carrier: vendorCodes.filter((code) => code === value) })}
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
        <FilterChips filters={chipsOf(filter, onChange)} />
        <p role="status" className={styles.count}>
          {counts && text('Counts', { rows: say(counts.matches), findings: say(counts.findings) })}
        </p>
        <LookAtMatches asked={asked} count={counts?.findings ?? 0} refused={refused} looks={looks} />
        <DownloadButtons
          format="csv"
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
      </div>
      <CallBanner call={download.call} />
    </>
  )
}

const say = (count: number): string => count.toLocaleString(culture)

/** How a chip says its name and its value. */
const said = {
  company: { name: 'Company', say: String },
  cause: { name: 'Cause', say: String },
  finding: { name: 'Finding', say: (value: string) => text(value as FleetFindingKind) },
  carrier: { name: 'Carrier', say: (value: string) => carrierNames[value as VendorCode] },
  since: { name: 'Since', say: (value: string) => sinces[value as Since] },
} as const

/** What no field shows: companies, a cause, and all that is left out. */
function chipsOf(filter: FleetFilter, onChange: ToolsProps['onChange']): FilterChip[] {
  const { not } = filter
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
  return [
    ...chips('company', filter.company),
    ...chips('cause', filter.cause),
    ...(['finding', 'company', 'carrier', 'since'] as const).flatMap((of) => chips(of, not[of], true)),
  ]
}
