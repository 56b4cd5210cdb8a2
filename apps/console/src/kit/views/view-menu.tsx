import type { View } from '@support-console/contract'
import { addressOfView, type ViewListName, viewLists } from '@support-console/contract/views.words'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { useChange } from '../../api/use-change.ts'
import { Callout } from '../../ui/callout.tsx'
import type { TableHeader } from '../../ui/data-table/index.ts'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAddress } from '../use-address.ts'
import { text } from './texts.ts'
import { useListView, usualView } from './use-views.ts'
import styles from './views.module.css'

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

interface ViewMenuProps {
  readonly list: ViewListName
  /** All that there are. */
  readonly headers: readonly TableHeader[]
  /** For the audit entry (D18). */
  readonly screenTitle: string
}

/** 'View': which one of a list's is shown, and how another is kept under a name (D38); of the past there are none. */
export function ViewMenu(props: ViewMenuProps) {
  const isPast = useMoment() !== null
  // Without the frame a list stands in another program's window, which views would lead away from.
  return useLocation().pathname === viewLists[props.list].at() && !isPast ? <Shown {...props} /> : null
}

/** Above a list: what is missing from the view that is shown. */
export function ViewNotes({ list }: Pick<ViewMenuProps, 'list'>) {
  const { view, isGone, isUnread } = useListView(list)
  return (
    <>
      {view && view.lost.length > 0 && (
        <Callout kind="warning" title={text('LostTitle')}>
          {text('Lost', { lost: view.lost.join(', ') })}
        </Callout>
      )}
      {isUnread && <Callout kind="warning">{text('Unread')}</Callout>}
      {isGone && <Callout kind="information">{text('Gone')}</Callout>}
    </>
  )
}

function Shown({ list, headers, screenTitle }: ViewMenuProps) {
  const navigate = useNavigate()
  const { address } = useAddress()
  const { views, view, query, readAgain } = useListView(list)
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
  const choice = ({ viewId, name, by }: View) => ({
    key: viewId,
    label: by === '' ? name : text('SharedBy', { name, by }),
    isChosen: viewId === view?.viewId,
    onChoose: () => void open(views.find((each) => each.viewId === viewId)),
  })
  const plain = {
    key: usualView,
    label: text('Usual'),
    isChosen: !view,
    onChoose: () => void open(undefined),
  }
  const [mine, shared] = [views.filter(({ isMine }) => isMine), views.filter(({ isMine }) => !isMine)]
  return (
    <>
      <Menu
        name={view ? text('ViewNamed', { name: view.name }) : text('View')}
        words={<span className={`cut ${styles.name}`}>{view?.name ?? text('View')}</span>}
        groups={[
          { items: views.length > 0 ? [plain] : [] },
          { heading: text('Mine'), items: mine.map(choice) },
          { heading: text('Shared'), items: shared.map(choice) },
          {
            items: [
              { key: 'save', label: text('SaveAs'), onChoose: () => setAsking('new') },
              ...(view?.isMine
                ? [
                    { key: 'edit', label: text('Edit'), onChoose: () => setAsking('edit') },
                    { key: 'delete', label: text('Delete'), onChoose: () => void remove(view) },
                  ]
                : []),
            ],
          },
        ]}
      />
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
