import type { Note } from '@support-console/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { Said } from '../../ui/thing.tsx'
import styles from './notes.module.css'
import { text } from './texts.ts'
import type { useNotes } from './use-notes.ts'

const NoteForm = lazy(async () => ({ default: (await import('./note-form.tsx')).NoteForm }))

/** The notes on a thing, for its page's head, and how another one is written. */
export function NotesLine({ of }: { readonly of: ReturnType<typeof useNotes> }) {
  const { thing, notes, isRead, mayWrite, readAgain } = of
  const [isAsked, setAsked] = useState(false)
  const end = useChange('POST /notes/v1/notes/{noteId}/end', text('ScreenTitle'))
  const [ending, setEnding] = useState('')
  const door = useRef<HTMLButtonElement>(null)
  if (!isRead || (!mayWrite && notes.length === 0)) return null
  const endIt = async ({ noteId }: Note) => {
    setEnding(noteId)
    await end.start({ params: { noteId } }, text('ActionEnd', { thing }))
    await readAgain()
  }
  const close = () => {
    setAsked(false)
    door.current?.focus()
  }
  return (
    <div className={`row wrap ${styles.notes}`}>
      {notes.length > 0 && (
        <ul className={styles.list} aria-label={text('Notes')}>
          {notes.map((note) => (
            <li key={note.noteId} className={`row wrap ${styles.note}`}>
              <span className={styles.said} dir="auto">
                <Said>{note.text}</Said>
              </span>
              <span className="quiet small">
                <Said>{sayOf(note)}</Said>
              </span>
              {mayWrite && (
                <Button
                  size="row"
                  look="quiet"
                  aria-label={text('EndNamed', { text: note.text })}
                  isBusy={end.isPending && ending === note.noteId}
                  busyText={text('Ending')}
                  onPress={() => void endIt(note)}
                >
                  {text('End')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <Button ref={door} size="row" look="quiet" aria-expanded={isAsked} onPress={() => setAsked(!isAsked)}>
          {text('Write')}
        </Button>
      )}
      <CallBanner call={end} hidesSuccess />
      {isAsked && (
        <Suspense>
          <NoteForm
            thing={thing}
            onClose={close}
            onWritten={() => {
              close()
              void readAgain()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

const sayOf = ({ by, until }: Note): string =>
  by === ''
    ? text('ToldOfNone', { time: sayMinute(until) })
    : text('Told', { who: by, time: sayMinute(until) })
