import { addresses } from '@support-console/contract/addresses'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { newTransactionId, recordAction, useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { ExportMenu, type Format, fetchFile, inFormat, useDownload } from '../../kit/download/index.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { useEntryState } from '../../kit/use-entry-state.ts'
import { useListView, useShownColumns, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { DetailsDialog } from '../../ui/dialog/details-dialog.tsx'
import { useAsked } from '../../ui/dialog/use-asked.ts'
import { byCloudId, headersFor, planFor } from './columns.tsx'
import { DisabledNow } from './disabled-now.tsx'
import { FlagButtons } from './flag-buttons.tsx'
import { FlagProgress } from './flag-progress.tsx'
import { idList, idsSaid } from './id-list.ts'
import { NotFoundIds } from './not-found-ids.tsx'
import { PanelIds } from './panel-ids.tsx'
import { panelInfoText } from './panel-info.ts'
import { kindNames, type Search, sayIds } from './search.ts'
import { text } from './texts.ts'
import { questionOf, useFlagQuestions } from './use-flag-questions.tsx'
import { FlagChangesContext } from './use-flags.ts'
import type { ListedPanel, usePanels } from './use-panels.ts'

const rowsPerPage = 50
/** Of more panels someone connects or leaves all the time: their states are as old as the search. */
const mostFollowed = 1000
const none: ReadonlySet<string> = new Set()

interface PanelsTableProps {
  readonly search: Search
  readonly found: ReturnType<typeof usePanels>
}

/** What was found: the panels with their switch and their info, the ids that no panel has, and the download (2.8). */
export function PanelsTable({ search, found }: PanelsTableProps) {
  const { by, ids } = search
  const { panels, state, error, hasMore } = found
  const changeReason = useAccess().may('panels.change') ? undefined : text('NeedsPermission')
  const navigate = useNavigate()
  const flags = useFlagQuestions(found.noteFlag)
  const { ask } = flags
  const followFlags = async () => {
    // Of a change of one's own its answer tells.
    for (const { cloudId, flagged } of await found.lookAgain())
      if (!flags.changes.get(cloudId)?.isPending) found.noteFlag(cloudId, flagged)
  }
  const isFollowed = panels.length <= mostFollowed
  useNews('panel', isFollowed ? followFlags : null, (id) => panels.some(({ cloudId }) => cloudId === id))
  const { call: saved, isRunning: isSaving, save } = useExport(search)
  const [marked, setMarked] = useEntryState('panels', { of: '', keys: none })
  const { subject: opened, isOpen, ask: open, close } = useAsked<ListedPanel>()

  const headers = useMemo(() => headersFor(by), [by])
  const { view, changeView } = useViewInAddress(headers, byCloudId)
  const shown = useShownColumns(headers)
  const { refusal } = useListView('panels')
  const rows = useMemo(() => {
    const onAsk = (panel: ListedPanel) => ask(questionOf(panel))
    const onDetails = (panel: ListedPanel) => {
      recordAction(text('ScreenTitle'), text('ActionDetails', { cloudId: panel.cloudId }), newTransactionId())
      open(panel)
    }
    return lazyRows(panels, planFor({ by, changeReason, onAsk, onDetails }))
  }, [panels, by, changeReason, ask, open])
  // What was selected among other panels does not count.
  const asked = [by, ...ids].join(' ')
  const selected = marked.of === asked ? marked.keys : none
  return (
    <FlagChangesContext value={flags.changes}>
      <FlagProgress changes={flags.changes} onClose={flags.putAway} />
      {flags.outcomesOf(panels)}
      <ViewNotes list="panels" />
      <CallBanner call={saved} hidesSuccess className="below-12" />
      <NotFoundIds key={found.transactionId} ids={found.notFound} />
      <DataTable
        caption={text('Caption')}
        headers={shown}
        rows={rows}
        state={state}
        error={error ? { status: error.heading, message: error.message } : undefined}
        onTryAgain={found.searchAgain}
        emptyHint={text('TryOtherIds')}
        view={view}
        onViewChange={changeView}
        rowsPerPage={rowsPerPage}
        filters={[{ id: 'ids', key: kindNames[by], value: sayIds(ids), isMono: ids.length <= 3 }]}
        hasCount
        toolbarFields={<DisabledNow isOn={false} />}
        toolbarNote={[
          hasMore && text('HasMore', { count: panels.length }),
          selected.size > 0 && text('Selected', { count: selected.size }),
        ]
          .filter(Boolean)
          .join(' · ')}
        toolbarActions={<ViewMenu list="panels" headers={headersFor(by)} screenTitle={text('ScreenTitle')} />}
        toolbarRowActions={
          <>
            <ExportMenu onDownload={(format) => void save(format)} isBusy={isSaving} />
            {changeReason === undefined && (
              <Button
                size="tool"
                disabledReason={refusal ?? (selected.size === 0 ? text('NeedsSelection') : undefined)}
                onPress={() =>
                  navigate(addresses.diagnose([...selected]), { state: { panels: [...selected] } })
                }
              >
                {text('FindCause')}
              </Button>
            )}
            {changeReason === undefined && (
              <FlagButtons
                panels={panels.filter(({ cloudId }) => selected.has(cloudId))}
                changes={flags.changes}
                refusal={refusal}
                onAsk={ask}
              />
            )}
          </>
        }
        {...(changeReason === undefined && {
          selected,
          onSelectedChange: (keys: Set<string>) => setMarked({ of: asked, keys }),
        })}
        density="controls"
        // Nine columns at 1440 pixels.
        isLog={by === 'cloudId'}
      />
      <DetailsDialog
        isOpen={isOpen}
        title={text('PanelInfoOf', { cloudId: opened?.cloudId ?? '' })}
        details={opened ? panelInfoText(opened.panelInfo) : ''}
        onClose={close}
      >
        {opened && <PanelIds panel={opened} />}
      </DetailsDialog>
    </FlagChangesContext>
  )
}

/** The panels of a search as a file from the server (2.8, D22, D35): all of them. */
function useExport({ by, ids }: Search) {
  const { call, isRunning, run } = useDownload(text('ScreenTitle'))
  const save = (format: Format) =>
    run(text('ActionDownload', { kind: kindNames[by], ids: idsSaid(ids) }), async (asked) => {
      const file = await fetchFile('GET /panelmanagement/v1/export/{ids}', {
        params: { ids: idList(ids) },
        query: { queryType: by },
        ...asked,
      })
      return inFormat(file, format)
    })
  return { call, isRunning, save }
}
