import type { OutageDetail } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { beforeOutageMinutes, sayOutage } from '@support-console/contract/outages.words'
import { plannedScopes } from '@support-console/contract/planned.words'
import { useMemo, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import {
  DownloadButtons,
  type Format,
  fileOfSheet,
  sayFormat,
  useDownload,
} from '../../kit/download/index.ts'
import { Link } from '../../kit/link.tsx'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import links from '../../ui/link-button.module.css'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Said } from '../../ui/thing.tsx'
import { companyHeaders, companyPlan, panelHeaders, panelPlan } from './columns.tsx'
import { panelSheet } from './customer-copy.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { OutageBars } from './outage-bars.tsx'
import { capital } from './outage-list.tsx'
import styles from './outages.module.css'
import { PlanDialog } from './plan-dialog.tsx'
import { text } from './texts.ts'

/** How often one that lasts is read without news, in milliseconds. */
const readAgainMs = 30_000
const rowsPerPage = 25

interface OutagePageProps {
  readonly outageId: string
}

/** An outage: what stopped, whose, minute by minute, and what was done meanwhile. */
export function OutagePage({ outageId }: OutagePageProps) {
  const { data, error } = useRead('GET /outages/v1/outages/{outageId}', {
    params: { outageId },
    news: 'attention',
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? readAgainMs : false),
    retry: false,
  })
  if (data) return <Shown outage={data} />
  if (!error) return <LoadingMark>{text('Loading')}</LoadingMark>
  return (
    <div className={styles.page}>
      <Callout kind="error" title={error.heading}>
        {error.message}
      </Callout>
      <p>
        <Link to={addresses.outages()}>{text('AllOutages')}</Link>
      </p>
    </div>
  )
}

interface ShownProps {
  readonly outage: OutageDetail
}

function Shown({ outage }: ShownProps) {
  const { outageId, from, endedAt, toldAt, panels, back } = outage
  const way = wayToScope(outage)
  const { may } = useAccess()
  const [isPlanning, setPlanning] = useState(false)
  const scope = plannedScopes.find((kind) => kind === outage.of.kind)
  return (
    <div className={styles.page}>
      <Section
        title={capital(sayOutage(outage))}
        state={
          <Status kind={endedAt === null ? 'error' : 'off'} isTag>
            {text(endedAt === null ? 'Lasts' : 'Over')}
          </Status>
        }
        actions={
          <>
            {way && (
              <Link className={links.plain} to={way.to}>
                {way.text}
              </Link>
            )}
            {scope && may('fleet.change') && (
              <Button onPress={() => setPlanning(true)}>{text('PlanWork')}</Button>
            )}
            <Link className={links.plain} to={addresses.outages()}>
              {text('AllOutages')}
            </Link>
          </>
        }
      >
        <p className={styles.answer}>{sayWhat(outage)}</p>
        <p className="quiet">{sayCompared(outage).join(' ')}</p>
        <Facts
          facts={[
            { label: text('From'), value: sayMinute(from) },
            { label: text('Until'), value: endedAt === null ? text('NotOver') : sayMinute(endedAt) },
            { label: text('Lasted'), value: sayDuration(from, endedAt ?? new Date().toISOString()) },
            { label: text('Told'), value: sayMinute(toldAt) },
            { label: text('Back'), value: text('BackOf', { back, panels }) },
          ]}
        />
        <OutageBars of={outage.chart} />
        {isPlanning && scope && (
          <PlanDialog of={{ kind: scope, id: outage.of.id }} onClose={() => setPlanning(false)} />
        )}
      </Section>
      <Changes of={outage.changes} />
      {outage.watches.length > 0 && <Watches of={outage.watches} />}
      <Companies outage={outage} />
      <Panels key={outageId} outage={outage} />
    </div>
  )
}

/** Where what its panels share is shown. */
function wayToScope({ of: { kind, id }, name }: OutageDetail) {
  if (kind === 'webconnect')
    return { to: addresses.webconnect(), text: text('OpenScope', { name: frame('TitleWebconnect') }) }
  if (kind === 'container' || kind === 'csr' || kind === 'company')
    return { to: pageOf(kind, id), text: text('OpenScope', { name: name || text('ACompany') }) }
  return undefined
}

function sayWhat({ how, usual, mostAway, members }: OutageDetail): string {
  if (how === 'down') return text('Down', { panels: mostAway })
  const said = how === 'together' ? 'Together' : usual === null ? 'ExcessAlone' : 'Excess'
  return text(said, { panels: mostAway, members })
}

function sayCompared({ how, usual, others, panels, asOf, endedAt }: OutageDetail): string[] {
  const usually = how !== 'excess' ? [] : [usual === null ? text('UsualUnknown') : text('Usual', { usual })]
  const elsewhere = others
    ? text(how === 'excess' ? 'OthersAway' : 'OthersStopped', others)
    : text('NotCompared')
  const noted = panels === 0 ? text('NotNoted') : text('AsOf', { time: sayShortly(asOf) })
  return [...usually, elsewhere, ...(endedAt === null || panels === 0 ? [noted] : [])]
}

function Companies({ outage }: ShownProps) {
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

function Changes({ of }: { readonly of: OutageDetail['changes'] }) {
  const { may } = useAccess()
  const beside = of && [
    of.others > 0 && text('OtherChanges', { count: of.others }),
    of.hasMore && text('ChangesMore'),
  ]
  return (
    <Section title={text('Changes')}>
      {of === null ? (
        <p className="quiet">{text('ChangesWithheld')}</p>
      ) : (
        <>
          <p className="quiet">
            {of.rows.length === 0 && text('NoChanges')}{' '}
            {text('ChangesAbout', { minutes: beforeOutageMinutes })} {beside?.filter(Boolean).join(' ')}
          </p>
          <ul className={styles.list}>
            {of.rows.map(({ transactionId, at, what, by, outcome, reason }) => (
              <li key={transactionId}>
                <time dateTime={at}>{sayShortly(at)}</time>
                <span className="anywhere">
                  <Said>{[what, by].filter(Boolean).join(' · ')}</Said>{' '}
                  {outcome === 'failed' && (
                    <Status kind="error">{[text('Failed'), reason].filter(Boolean).join(': ')}</Status>
                  )}
                  {outcome === 'open' && <span className="quiet">{text('Open')}</span>}
                </span>
                {may('user-actions.read') && (
                  <Link
                    to={pageOf('transaction', transactionId)}
                    aria-label={text('TransactionOf', { what })}
                  >
                    {text('Transaction')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Watches({ of }: { readonly of: OutageDetail['watches'] }) {
  return (
    <Section title={text('Watches')}>
      <ul className={styles.list}>
        {of.map(({ watchId, cloudId, by, state, endedAt }) => (
          <li key={watchId}>
            <time dateTime={endedAt}>{sayShortly(endedAt)}</time>
            <span className="anywhere">
              <Identifier value={cloudId} of="panel" /> {text(`Watch-${state}`)} · <Said>{by}</Said>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Panels({ outage }: ShownProps) {
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
        toolbarRowActions={<DownloadButtons format="xlsx" isBusy={download.isRunning} onDownload={save} />}
      />
    </Section>
  )
}
