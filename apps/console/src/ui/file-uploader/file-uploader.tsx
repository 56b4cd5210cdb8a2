import { type ReactNode, useId, useState } from 'react'
import { fileUploader } from '../../texts/en-US/file-uploader.ts'
import { textsOf } from '../../texts/text.ts'
import { announce } from '../announce.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Field } from '../form/field.tsx'
import { StateMark } from '../icons/marks.tsx'
import { FileIcon } from '../icons/screens.tsx'
import { InPlace } from '../in-place.ts'
import styles from './file-uploader.module.css'
import { isAccepted, type ReadAs, shortName, type UploadedFile } from './files.ts'
import { useDrop } from './use-drop.ts'
import { useFiles } from './use-files.ts'

const text = textsOf(fileUploader)

interface Basics {
  readonly label: string
  readonly isLabelHidden?: boolean | undefined
  /** Comma-separated MIME types and extensions (5). */
  readonly accept?: string | undefined
  /** The same in words: 'CSV or text'. */
  readonly acceptWords?: string | undefined
  readonly isMultiple?: boolean | undefined
  /** Of a file that was chosen when this was last shown. */
  readonly initialName?: string | undefined
  /** Beside a file's name: '100 SIMs'. */
  readonly note?: ReactNode
  readonly canRemove?: boolean | undefined
  /** While its batch runs: nothing can be chosen or removed. */
  readonly isLocked?: boolean | undefined
  readonly lockedNote?: string | undefined
  readonly isDisabled?: boolean | undefined
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
}

/** How the files are read, and who hears of them: only when all are loaded, and after a removal. */
interface Reading<Kind extends ReadAs> {
  readonly readAs: Kind
  readonly onChange: (files: readonly UploadedFile<Kind>[]) => void
}

/** As data URLs unless told (5). */
type FileUploaderProps = Basics &
  (
    | (Partial<Pick<Reading<'dataUrl'>, 'readAs'>> & Pick<Reading<'dataUrl'>, 'onChange'>)
    | Reading<'arrayBuffer'>
    | Reading<'text'>
    | Reading<'file'>
  )

/** Choosing or dropping files replaces the list (4). What the accept attribute does not take is left out and said. */
export function FileUploader(props: FileUploaderProps) {
  const { label, accept, isMultiple = false, isLocked = false, canRemove = true } = props
  const id = useId()
  const [refused, setRefused] = useState<string>()
  const { files, failed, replace, remove } = useFiles(
    props.readAs ?? 'dataUrl',
    // The files are of the kind that was asked for.
    props.onChange as Reading<ReadAs>['onChange'],
    props.initialName,
  )
  const isEmpty = files.length === 0
  const isOff = isLocked || props.isDisabled === true

  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0 || isOff) return
    const fitting = chosen.filter((file) => isAccepted(file, accept))
    const taken = isMultiple ? fitting : fitting.slice(0, 1)
    const words = { accept: props.acceptWords ?? accept ?? '' }
    const refusal = text(isMultiple ? 'InvalidFileSelectedMultiple' : 'InvalidFileSelectedSingle', words)
    setRefused(fitting.length === chosen.length ? undefined : refusal)
    replace(taken)
    for (const file of taken) announce(file.name)
  }
  const takeAway = (index: number) => {
    setRefused(undefined)
    remove(index)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  const { isOver, dropProps, leftOut } = useDrop({ isOff, isMultiple, take })
  const error = props.error ?? refused ?? failed ?? leftOut
  const acceptNote =
    props.acceptWords === undefined ? undefined : text('Accepted', { accept: props.acceptWords })
  const help = props.help ?? (isEmpty ? acceptNote : undefined)
  return (
    <Field
      label={label}
      controlId={isEmpty ? id : undefined}
      labelId={`${id}-label`}
      noteId={`${id}-note`}
      isLabelHidden={props.isLabelHidden}
      help={help}
      error={error}
      className={props.className}
    >
      <div
        {...dropProps}
        className={classes(
          isEmpty ? `middle relative ${styles.drop}` : styles.filled,
          isOver && styles.over,
          error && styles.invalid,
          isOff && styles.off,
        )}
      >
        {!isEmpty && (
          <ul className={`stack one-column narrow ${styles.list}`} aria-labelledby={`${id}-label`}>
            <InPlace of={files}>
              {(file, index) => (
                <ChosenFile
                  file={file}
                  note={index === 0 && props.note}
                  locked={index === 0 && isLocked && (props.lockedNote ?? text('LockedWhileRunning'))}
                  isOff={isOff}
                  onRemove={canRemove ? () => takeAway(index) : undefined}
                />
              )}
            </InPlace>
          </ul>
        )}
        {/* The same input before and after a choice: it keeps the focus, and another file can be chosen. */}
        {(isEmpty || !isOff) && (
          <span key="chooser" className={isEmpty ? styles.whole : `relative rigid rounded ${styles.another}`}>
            <input
              id={id}
              type="file"
              className={`absolute whole ${styles.input}`}
              accept={accept}
              multiple={isMultiple}
              disabled={isOff}
              aria-labelledby={isEmpty ? undefined : `${id}-another ${id}-label`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error || help ? `${id}-note` : undefined}
              onChange={(event) => {
                take([...(event.target.files ?? [])])
                // So that the same file can be chosen again after it was mended.
                event.target.value = ''
              }}
            />
            {isOver ? text('DropHere') : <Invitation id={id} isFirst={isEmpty} isMultiple={isMultiple} />}
          </span>
        )}
      </div>
    </Field>
  )
}

interface ChosenFileProps {
  readonly file: UploadedFile
  readonly note: ReactNode
  /** Why it cannot be taken away now. */
  readonly locked: string | false
  readonly isOff: boolean
  readonly onRemove: (() => void) | undefined
}

function ChosenFile({ file, note, locked, isOff, onRemove }: ChosenFileProps) {
  const { isLoadingData, originalFileData } = file
  const { name } = originalFileData
  return (
    <li className={`row gap-8 ${styles.file}`}>
      {isLoadingData ? <StateMark kind="running" size={16} /> : <FileIcon />}
      <span className="narrow cut" title={name}>
        {shortName(name)}
        {isLoadingData && <span className="visually-hidden">{text('LoadingFile', { name })}</span>}
      </span>
      {note && <span className="rigid quiet">{note}</span>}
      {locked && <span className={`small faint to-end ${styles.locked}`}>{locked}</span>}
      {onRemove && (
        <Button
          look="quiet"
          className={`to-end ${styles.remove}`}
          aria-label={text('RemoveNamed', { name })}
          isDisabled={isOff}
          onPress={onRemove}
        >
          {text('Remove')}
        </Button>
      )}
    </li>
  )
}

interface InvitationProps {
  readonly id: string
  readonly isFirst: boolean
  readonly isMultiple: boolean
}

/** Files, or others than those that are there. */
function Invitation({ id, isFirst, isMultiple }: InvitationProps) {
  if (!isFirst) return <span id={`${id}-another`}>{text(isMultiple ? 'ChooseOthers' : 'ChooseAnother')}</span>
  return (
    <>
      <strong>{text(isMultiple ? 'ChooseFiles' : 'ChooseFile')}</strong>
      {text(isMultiple ? 'OrDropThemHere' : 'OrDropItHere')}
    </>
  )
}
