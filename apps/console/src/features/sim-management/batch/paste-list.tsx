import { useEffect, useId, useRef, useState } from 'react'
import { useKeptInput } from '../../../session/index.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'

interface PasteListProps {
  /** How often the field was asked for elsewhere. */
  readonly asked: number
  readonly onCheck: (content: string) => void
  readonly onDiscard: () => void
  /** Why nothing may be pasted. */
  readonly changeReason: string | undefined
  readonly isBusy: boolean
  /** Why the list was refused whole. */
  readonly error: string | undefined
}

/** A list from a mail or a spreadsheet, pasted instead of a file (D35). What was pasted lasts until it is sent off. */
export function PasteList({ asked, onCheck, onDiscard, changeReason, isBusy, error }: PasteListProps) {
  const [pasted, setPasted, kept] = useKeptInput('sim-management:pasted', '', { lasts: true })
  const [isOpen, setOpen] = useState(pasted !== '')
  const id = useId()
  const answered = useRef(0)
  useEffect(() => {
    if (asked === answered.current) return
    if (!isOpen) return setOpen(true)
    answered.current = asked
    const field = document.getElementById(id)
    field?.scrollIntoView({ block: 'center' })
    field?.focus()
  }, [asked, isOpen, id])
  if (!isOpen)
    return (
      <Button
        size="tool"
        look="quiet"
        className={styles.quietStart}
        disabledReason={changeReason}
        onPress={() => setOpen(true)}
      >
        {text('PasteInstead')}
      </Button>
    )
  return (
    <div className="stack gap-8">
      <TextArea
        id={id}
        label={text('PasteLabel')}
        help={text('PasteHelp')}
        value={pasted}
        onChange={setPasted}
        isMono
        isDisabled={changeReason !== undefined}
        error={error}
      />
      <div className="flex wrap gap-8">
        <Button
          size="tool"
          isBusy={isBusy}
          busyText={text('Checking')}
          disabledReason={changeReason ?? (pasted.trim() === '' ? text('PasteFirst') : undefined)}
          onPress={() => onCheck(pasted)}
        >
          {text('CheckPasted')}
        </Button>
        <Button
          size="tool"
          look="quiet"
          onPress={() => {
            setPasted('')
            kept.clear()
            setOpen(false)
            onDiscard()
          }}
        >
          {text('PasteClose')}
        </Button>
      </div>
    </div>
  )
}
