import type { View } from '@support-console/contract'
import { addressOfView, type ViewListName, viewLists } from '@support-console/contract/views.words'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import type { TableHeader } from '../../ui/data-table/index.ts'
import { Select } from '../../ui/select/select.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAddress } from '../use-address.ts'
import { text } from './texts.ts'
import { useListView, usualView } from './use-views.ts'
import styles from './views.module.css'

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

interface ViewBarProps {
  readonly list: ViewListName
  /** All that there are. */
  readonly headers: readonly TableHeader[]
  /** For the audit entry (D18). */
  readonly screenTitle: string
}

/** The views of a list: which one is shown, and how another is kept under a name (D38). */
export function ViewBar(props: ViewBarProps) {
  // Without the frame a list stands in another program's window, which views would lead away from.
  return useLocation().pathname === viewLists[props.list].at() ? <Bar {...props} /> : null
}

function Bar({ list, headers, screenTitle }: ViewBarProps) {
  const navigate = useNavigate()
  const { address } = useAddress()
  const { views, view, isGone, isUnread, query, readAgain } = useListView(list)
  const [asking, setAsking] = useState<'new' | 'edit' | null>(null)

  const open = (next: View | undefined) =>
    navigate(
      next ? addressOfView(next) : `${viewLists[list].at()}?${new URLSearchParams({ view: usualView })}`,
    )
  // A list that nothing is asked of opens with its default view.
  const usual = views.find(({ isDefault }) => isDefault)
  const first = address.size === 0 && usual ? addressOfView(usual) : undefined
  useEffect(() => {
    if (first) void navigate(first, { replace: true })
  }, [first, navigate])
  // For being used it is kept on; what it says was read with the others.
  const viewId = view?.viewId
  useEffect(() => {
    if (viewId)
      void api('POST /views/v1/views/{viewId}/open', { params: { viewId }, body: {} }).catch(() => {})
  }, [viewId])

  const deletion = useChange('DELETE /views/v1/views/{viewId}', screenTitle)
  const remove = async (gone: View) => {
    const action = text('ActionDelete', { name: gone.isShared ? gone.name : '' }).trim()
    const result = await deletion.attempt({ params: { viewId: gone.viewId } }, action)
    if (result?.answer) {
      showToast(result.answer.message, 'ok')
      open(undefined)
    } else if (result) showToast(result.failure.error.message, 'error')
    await readAgain()
  }
  const option = ({ viewId, name, by }: View) => ({
    value: viewId,
    label: by === '' ? name : text('SharedBy', { name, by }),
  })
  const [mine, shared] = [views.filter(({ isMine }) => isMine), views.filter(({ isMine }) => !isMine)]
  return (
    <>
      <div className={`row wrap gap-8 ${styles.bar}`}>
        {views.length > 0 && (
          <Select
            className={styles.choice}
            label={text('View')}
            isLabelHidden
            size="tool"
            value={view?.viewId ?? usualView}
            options={[
              { value: usualView, label: text('Usual') },
              ...(mine.length > 0 ? [{ label: text('Mine'), options: mine.map(option) }] : []),
              ...(shared.length > 0 ? [{ label: text('Shared'), options: shared.map(option) }] : []),
            ]}
            onChange={(chosen) => open(views.find((each) => each.viewId === chosen))}
          />
        )}
        <Button size="tool" look="quiet" onPress={() => setAsking('new')}>
          {text('SaveAs')}
        </Button>
        {view?.isMine && (
          <>
            <Button size="tool" look="quiet" onPress={() => setAsking('edit')}>
              {text('Edit')}
            </Button>
            <Button size="tool" look="quiet" onPress={() => void remove(view)}>
              {text('Delete')}
            </Button>
          </>
        )}
      </div>
      {view && view.lost.length > 0 && (
        <Callout kind="warning" title={text('LostTitle')}>
          {text('Lost', { lost: view.lost.join(', ') })}
        </Callout>
      )}
      {isUnread && <Callout kind="warning">{text('Unread')}</Callout>}
      {isGone && <Callout kind="information">{text('Gone')}</Callout>}
      {asking && (
        <Suspense>
          <ViewDialog
            list={list}
            headers={headers}
            query={query}
            view={asking === 'edit' ? view : undefined}
            screenTitle={screenTitle}
            onSaved={(saved) => {
              setAsking(null)
              void readAgain().then(() => open(saved))
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  )
}
