import type { Note } from '@support-console/contract'
import { lazy, Suspense, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { Popover } from '../../ui/popover.tsx'
import { Said } from '../../ui/thing.tsx'
import styles from './notes.module.css'
import { text } from './texts.ts'
import type { useNotes } from './use-notes.ts'

const NoteForm = lazy(async () => ({ default: (await import('./note-form.tsx')).NoteForm }))

type Of = { readonly of: ReturnType<typeof useNotes> }

/** The notes on a thing, for its page's head. */
export function NoteLines({ of: { thing, notes, isRead, mayWrite, readAgain } }: Of) {
  const end = useChange('POST /notes/v1/notes/{noteId}/end', text('ScreenTitle'))
  const [ending, setEnding] = useState('')
  if (!isRead || notes.length === 0) return null
  const endIt = async ({ noteId }: Note) => {
    setEnding(noteId)
    await end.start({ params: { noteId } }, text('ActionEnd', { thing }))
    await readAgain()
  }
  return (
    <>
      <ul className="stack gap-4" aria-label={text('Notes')}>
        {notes.map((note) => (
          <li key={note.noteId} className={`row wrap ${styles.note}`}>
            <span className="anywhere medium" dir="auto">
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
      <CallBanner call={end} hidesSuccess />
    </>
  )
}

/** How many there are, and another one; what is typed in it stays there. */
export function WriteNote({ of: { thing, notes, readAgain } }: Of) {
  const [written, setWritten] = useState(0)
  return (
    <>
      {notes.length === 0 ? text('None') : notes.length}
      <Popover
        size="row"
        look="quiet"
        className={styles.door}
        words={text('Write')}
        name={text('Note')}
        isKept
      >
        {(close) => (
          <Suspense>
            <NoteForm
              key={written}
              thing={thing}
              onClose={close}
              onWritten={() => {
                close()
                setWritten(written + 1)
                void readAgain()
              }}
            />
          </Suspense>
        )}
      </Popover>
    </>
  )
}

const sayOf = ({ by, until }: Note): string =>
  by === ''
    ? text('ToldOfNone', { time: sayMinute(until) })
    : text('Told', { who: by, time: sayMinute(until) })
