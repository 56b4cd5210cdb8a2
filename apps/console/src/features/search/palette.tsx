import { addresses } from '@support-console/contract/addresses'
import { hasPast } from '@support-console/contract/moments.words'
import type { Permission } from '@support-console/contract/permissions'
import { countLines } from '@support-console/contract/search.words'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { useViews } from '../../kit/views/read-views.ts'
import { announce } from '../../ui/announce.ts'
import { ignoreHeldEnter } from '../../ui/held-enter.ts'
import { CloseIcon, SearchIcon } from '../../ui/icons/controls.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { type Action, actionsOf } from './actions.ts'
import { type Entry, hitGroups, type PaletteScreen, pastGroup, startGroups, viewGroup } from './entries.ts'
import styles from './palette.module.css'
import { PaletteFoot } from './palette-foot.tsx'
import { PaletteList } from './palette-list.tsx'
import { PaletteNotes } from './palette-notes.tsx'
import { Preview } from './preview.tsx'
import { splitMoment } from './split-moment.ts'
import { text } from './texts.ts'
import { useChoice } from './use-choice.ts'
import { useFind, useRecent } from './use-find.ts'
import { noteVisit } from './visits.ts'

export type { PaletteScreen } from './entries.ts'

export interface PaletteProps {
  /** As the menu has them. */
  readonly screens: readonly PaletteScreen[]
  /** What it begins with. */
  readonly typed: string
  /** Enter was pressed already, with it. */
  readonly entered?: { readonly isNewTab: boolean } | undefined
  readonly onClose: () => void
}

/** Actions of a screen's entry: it opens. */
const ofScreen = (path: string): Action[] => [{ key: 'open', label: text('Open'), path }]

/** A dialog that closes gives the focus back, in Chromium without the caret: what is typed next would be lost. */
function giveCaretBack(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    if (field.selectionStart !== null) field.setSelectionRange(field.selectionStart, field.selectionEnd)
}

/** Everything by its identifier or name, from every page: a combobox whose focus stays in its field. */
export function Palette({ screens, typed: begun, entered, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [typed, setTyped] = useState(begun)
  /** Enter came before the hits of what is typed: it is for the first of them, never for one of what was typed before. */
  const [early, setEarly] = useState(entered)
  const navigate = useNavigate()
  const { may } = useAccess()
  const then = splitMoment(typed)
  const page = usePageWithPast(screens)
  /** What is looked for; of a moment alone nothing. */
  const wanted = then?.thing ?? typed
  const found = useFind(wanted)
  const recent = useRecent()
  const { copy } = useCopy(text('Copy'))
  const isEmpty = typed.trim() === ''
  const named = viewGroup(useViews().views, screens, wanted || typed)
  const groups = [
    ...(then ? pastGroup(then, found.hits, page) : []),
    ...(isEmpty ? startGroups(recent, screens) : hitGroups(found.hits, screens, wanted || typed)),
    ...named,
  ]
  const entries = groups.flatMap((group) => group.entries)
  const choice = useChoice(entries, (entry) => waysOf(entry, may))
  const { entry, action } = choice

  useLayoutEffect(() => {
    dialog.current?.showModal()
    field.current?.focus()
    field.current?.setSelectionRange(begun.length, begun.length)
  }, [begun.length])
  const count = found.hits.length
  useEffect(() => {
    if (found.isSettled) announce(sayCount(count, found.hasMore))
  }, [found.isSettled, count, found.hasMore])

  const open = (path: string | undefined, isNewTab: boolean) => {
    const thing = entry?.thing
    if (path === undefined) return copy(thing?.id ?? '')
    if (thing) noteVisit(thing.kind, thing.id)
    if (isNewTab) return void window.open(path, '_blank', 'noopener')
    dialog.current?.close()
    navigate(path)
  }
  const openChosen = (isNewTab: boolean) => {
    const way = action ?? choice.actions[0]
    if (way) open(way.path, isNewTab)
  }
  const enter = (isNewTab: boolean) =>
    found.isAwaited && !choice.isPicked ? setEarly({ isNewTab }) : openChosen(isNewTab)
  useEffect(() => {
    if (!early || found.isAwaited) return
    setEarly(undefined)
    if (found.isSettled) openChosen(early.isNewTab)
  })
  const lookUp = (lines: string) => {
    dialog.current?.close()
    navigate(addresses.searchMany(), { state: { lines } })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const isAtEnd = input.selectionStart === typed.length && input.selectionEnd === typed.length
    const isMarked = input.selectionStart !== input.selectionEnd
    const isCommand = event.ctrlKey || event.metaKey
    const does = (work: () => void) => {
      event.preventDefault()
      work()
    }
    if (event.nativeEvent.isComposing) return
    setEarly(undefined)
    if (event.key === 'ArrowDown') does(() => choice.move(1))
    else if (event.key === 'ArrowUp') does(() => choice.move(-1))
    else if (event.key === 'Enter') does(() => enter(isCommand))
    else if (event.key === 'ArrowRight' && isAtEnd && !action && entry) does(() => choice.toActions())
    else if (event.key === 'ArrowLeft' && action) does(choice.leaveActions)
    else if (event.key === 'c' && isCommand && !isMarked && entry?.thing)
      does(() => copy(entry.thing?.id ?? ''))
  }

  const list = `${id}list`
  return (
    <dialog
      ref={dialog}
      className={`over-page clip ${styles.palette}`}
      aria-label={text('PaletteName')}
      onClose={() => {
        giveCaretBack()
        onClose()
      }}
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className={`column ${styles.box}`}>
        <div className={`row gap-12 rigid line-below ${styles.input}`}>
          <SearchIcon />
          <input
            ref={field}
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={`${list} ${id}actions`}
            aria-activedescendant={action ? `${id}action-${action.key}` : entry && `${id}${entry.key}`}
            aria-autocomplete="list"
            aria-label={text('PaletteName')}
            placeholder={text('Placeholder')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            className={`frameless ${/^[\d\s().+-]+$/.test(typed) ? styles.digits : styles.typed}`}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              choice.choose(undefined)
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (countLines(pasted) < 2) return
              event.preventDefault()
              lookUp(pasted)
            }}
            onKeyDown={onKeyDown}
          />
          {found.isFetching && (
            <span className="rigid late">
              <StateMark kind="running" size={16} />
            </span>
          )}
          {found.isSettled && <span className="rigid small faint">{sayCount(count, found.hasMore)}</span>}
          <button type="button" className={`sign ${styles.close}`} onClick={() => dialog.current?.close()}>
            <span className="visually-hidden">{text('Close')}</span>
            <kbd className="key">Esc</kbd>
            <CloseIcon />
          </button>
        </div>
        <div className={`stack ${styles.middle}`}>
          <div className={`column ${styles.left}`}>
            <PaletteNotes typed={wanted} found={found} />
            <PaletteList
              id={id}
              listId={list}
              groups={groups}
              typed={wanted}
              entry={entry}
              action={action}
              actions={choice.actions}
              onPick={(picked, isNewTab) => open(picked.thing?.path ?? picked.screen?.path, isNewTab)}
              onHover={(picked) => choice.choose(picked.key)}
              onMore={(picked) => choice.toActions(picked.key)}
              onAction={(way) => open(way.path, false)}
            />
            {isEmpty && screens.length > 4 && recent.length > 0 && (
              <p className={`small faint ${styles.hint}`}>
                {text('OtherScreens', { count: screens.length - 4 })}
              </p>
            )}
          </div>
          <Preview
            id={id}
            entry={entry}
            action={action}
            actions={choice.actions}
            onAction={(way) => open(way.path, false)}
          />
        </div>
        <PaletteFoot />
      </div>
    </dialog>
  )
}

/** The page one is on, if it has a past, else the fleet, or Home for readers who may not read that. */
function usePageWithPast(screens: readonly PaletteScreen[]): PaletteScreen {
  const { pathname, search } = useLocation()
  const fleet = screens.find(({ path }) => path === addresses.fleet())
  const here = { path: pathname + search, text: text('ThisPage'), icon: undefined }
  if (hasPast(pathname)) return here
  return fleet ?? { ...here, path: addresses.home() }
}

const waysOf = ({ thing, screen }: Entry, may: (permission: Permission) => boolean): Action[] =>
  thing ? actionsOf(thing, may) : ofScreen(screen.path)

const sayCount = (count: number, hasMore: boolean): string =>
  count === 1 ? text('OneHit') : text(hasMore ? 'MoreHits' : 'HitCount', { count })
