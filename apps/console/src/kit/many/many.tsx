import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { useDrop } from '../../ui/file-uploader/use-drop.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { ChooseFile } from '../workbook/choose-file.tsx'
import { FileToList } from '../workbook/file-to-list.tsx'
import type { ListOfFile } from '../workbook/handed-over.ts'
import type { Purpose, SheetChoice } from '../workbook/list-file.ts'
import { SheetNote } from '../workbook/sheet-note.tsx'
import styles from './many.module.css'

interface EditManyProps {
  /** What a file is read for. */
  readonly purpose: Purpose
  /** A list of a file. */
  readonly onFile: (list: ListOfFile) => void
  readonly label: string
  readonly help: string
  readonly list: string
  readonly onChange: (list: string) => void
  readonly error: string | undefined
  /** What is done with the list. */
  readonly verb: string
  readonly onDone: () => void
  /** A file that is there already. */
  readonly file?: File | undefined
}

/** A list that is asked about: typed or pasted, or of a file that is chosen or dropped. */
export function EditMany({
  purpose,
  onFile,
  label,
  help,
  list,
  onChange,
  error,
  verb,
  onDone,
  file,
}: EditManyProps) {
  const [chosen, setChosen] = useState(file && { file, round: 0 })
  const choose = (other: File | undefined) =>
    other && setChosen((last) => ({ file: other, round: (last?.round ?? 0) + 1 }))
  const { dropProps, leftOut } = useDrop({ take: ([file]) => choose(file) })
  return (
    <div {...dropProps}>
      <Form isGuarded={false} className={`stack starts gap-12 ${styles.column}`} onSubmit={onDone}>
        <TextArea label={label} help={help} value={list} onChange={onChange} isMono error={error} />
        {leftOut && (
          <Callout kind="warning" title={null}>
            {leftOut}
          </Callout>
        )}
        {chosen && (
          <FileToList
            key={chosen.round}
            file={chosen.file}
            purpose={purpose}
            onList={({ content, facts }) => onFile({ content, facts, file: chosen.file })}
            onCancel={() => setChosen(undefined)}
          />
        )}
        <div className="flex wrap gap-8">
          <Button type="submit" look="primary">
            {verb}
          </Button>
          <ChooseFile onFile={choose} />
        </div>
      </Form>
    </div>
  )
}

/** Above what a list of a workbook came to: what was left out of it, and the other ways to read it (D42). */
export function ManySheet({
  of,
  purpose,
  onFile,
}: {
  readonly of: ListOfFile | undefined
  readonly purpose: Purpose
  readonly onFile: (list: ListOfFile) => void
}) {
  const [choice, setChoice] = useState<SheetChoice>()
  if (!of) return null
  if (choice)
    return (
      <FileToList
        file={of.file}
        purpose={purpose}
        choice={choice}
        onList={({ content, facts }) => {
          setChoice(undefined)
          onFile({ content, facts, file: of.file })
        }}
        onCancel={() => setChoice(undefined)}
      />
    )
  return <SheetNote facts={of.facts} onChoose={setChoice} />
}

interface ManyHeadProps {
  /** What came of the list, in one figure. */
  readonly figure: string
  readonly second: string
  /** The buttons. */
  readonly children: ReactNode
}

/** What came of a list, and what can be done with it. */
export function ManyHead({ figure, second, children }: ManyHeadProps) {
  return (
    <div className={`flex wrap gap-8-16 tops below-12 ${styles.head}`}>
      <div>
        <h2 className="figure-words">{figure}</h2>
        <p className="quiet">{second}</p>
      </div>
      <div className="flex wrap gap-8">{children}</div>
    </div>
  )
}

/** In place of what a list comes to: why there is nothing, and the ways on, one below the other. */
export function ManyFailed({ children }: { readonly children: ReactNode }) {
  return <div className={`stack starts gap-12 ${styles.column}`}>{children}</div>
}
