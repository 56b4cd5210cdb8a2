import { useEffect, useRef, useState } from 'react'
import { ErrorNote } from '../../ui/form/error-note.tsx'
import type { NoList, Purpose, ReadList, SheetChoice } from './list-file.ts'
import { ReadingFile } from './reading-file.tsx'
import { SheetNote } from './sheet-note.tsx'
import { useListFile } from './use-list-file.ts'

interface FileToListProps {
  /** Another one is another `key`. */
  readonly file: File
  readonly purpose: Purpose
  /** Which of its sheets is meant. */
  readonly choice?: SheetChoice | undefined
  readonly onList: (list: ReadList) => void
  readonly onCancel: () => void
}

/** Reads a chosen file: says meanwhile which, afterwards why there is no list, and offers what else may hold one. */
export function FileToList({ file, purpose, choice, onList, onCancel }: FileToListProps) {
  const reader = useListFile(purpose)
  const [none, setNone] = useState<NoList>()
  const read = async (meant: SheetChoice | undefined) => {
    setNone(undefined)
    const answer = await reader.read(file, meant)
    if (!answer) return
    if ('refusal' in answer) setNone(answer)
    else onList(answer)
  }
  const first = useRef(() => read(choice))
  useEffect(() => void first.current(), [])
  return (
    <div className="stack gap-8">
      {reader.name !== null && (
        <ReadingFile
          name={reader.name}
          onCancel={() => {
            reader.cancel()
            onCancel()
          }}
        />
      )}
      {none && <ErrorNote role="alert">{none.refusal}</ErrorNote>}
      <SheetNote facts={none?.facts} onChoose={(other) => void read(other)} />
    </div>
  )
}
