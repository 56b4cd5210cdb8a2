import type { OutageDetail } from '@support-console/contract'
import { useMemo, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ExportMenu, type Format, fileOfSheet, sayFormat, useDownload } from '../../kit/download/index.ts'
import { text as frame } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { Section } from '../../ui/section.tsx'
import { companyHeaders, companyPlan, panelHeaders, panelPlan } from './columns.tsx'
import { panelSheet } from './customer-copy.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { text } from './texts.ts'

const rowsPerPage = 25

interface ShownProps {
  readonly outage: OutageDetail
}

/** Whose panels they are, with a copy for each. */
export function Companies({ outage }: ShownProps) {
  const { companies, outageId } = outage
  const [copied, setCopied] = useState<{ companyId: number; name: string } | null>(null)
  const rows = useMemo(() => lazyRows(companies ?? [], companyPlan(setCopied)), [companies])
  return (
    <Section title={text('Companies')}>
      {companies === null ? (
        <p className="quiet">{text('CompaniesWithheld')}</p>
      ) : companies.length === 0 ? (
        <p className="quiet">{text('NoCompany')}</p>
      ) : (
        <DataTable
          caption={text('CompaniesTable')}
          headers={companyHeaders}
          rows={rows}
          rowsPerPage={rowsPerPage}
          density="controls"
        />
      )}
      {copied && (
        <CustomerDialog
          outageId={outageId}
          asOf={outage.asOf}
          company={copied}
          onClose={() => setCopied(null)}
        />
      )}
    </Section>
  )
}

/** All panels, with from and to. */
export function Panels({ outage }: ShownProps) {
  const { outageId, companies, asOf } = outage
  const { data, error, isLoading, refetch } = useRead('GET /outages/v1/outages/{outageId}/panels', {
    params: { outageId },
    round: asOf,
    placeholderData: (before) => before,
  })
  const download = useDownload(frame('TitleOutages'))
  const names = useMemo(
    () => new Map(companies?.map(({ companyId, name }) => [companyId, name])),
    [companies],
  )
  const rows = useMemo(() => lazyRows(data?.panels ?? [], panelPlan(names)), [data, names])
  const save = (format: Format) =>
    void download.run(text('ActionDownload', { id: outageId, file: sayFormat(format) }), () =>
      fileOfSheet(panelSheet(outageId, data?.panels ?? [], names), format),
    )
  return (
    <Section title={text('Panels')}>
      <CallBanner call={download.call} />
      {data && !data.isAll && <p className="quiet">{text('PanelsNotAll', { count: data.panels.length })}</p>}
      <DataTable
        caption={text('PanelsTable')}
        headers={panelHeaders}
        rows={rows}
        state={error ? 'rejected' : isLoading ? 'pending' : 'fulfilled'}
        error={error ?? undefined}
        onTryAgain={() => void refetch()}
        emptyText={text('NotNoted')}
        hasCount
        rowsPerPage={rowsPerPage}
        toolbarRowActions={<ExportMenu isBusy={download.isRunning} onDownload={save} />}
      />
    </Section>
  )
}
