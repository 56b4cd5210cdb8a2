import type { Csr } from '@support-console/contract'
import { longestCsrDescription } from '@support-console/contract/csr.words'
import type { KeyboardEvent } from 'react'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Status } from '../../ui/status.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './csr.module.css'
import { useDesk } from './desk.ts'
import { text } from './texts.ts'

/** The editable description: saved when the field is left or by Enter, put back by Escape or a failure (4). */
export function DescriptionCell({ csr }: { readonly csr: Csr }) {
  const { changeReason, descriptions } = useDesk()
  const { ipAddress: ip, server, description } = csr
  if (changeReason !== undefined)
    return (
      <Tooltip tip={changeReason}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: says why it cannot be changed, by keyboard too */}
        <span className={`stack gap-2 ${styles.readOnly}`} tabIndex={0}>
          {description || text('NoDescription')}
        </span>
      </Tooltip>
    )
  const { draft, saving, failed } = descriptions.of(ip)
  const isUnsaved = draft !== undefined && draft.trim() !== description
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      descriptions.commit(csr)
    }
    if (event.key === 'Escape') descriptions.revert(ip)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to what bubbles up from its field
    <div className={`stack gap-2 ${styles.description}`} onKeyDown={onKeyDown}>
      <TextArea
        label={text('DescriptionOf', { server })}
        isLabelHidden
        isLine
        dir="auto"
        placeholder={text('NoDescription')}
        value={draft ?? description}
        onChange={(typed) => descriptions.type(ip, typed)}
        onBlur={() => descriptions.commit(csr)}
        shouldAlwaysShowErrors
        checks={{ maxLength: longestCsrDescription }}
        help={saving !== undefined ? text('Saving') : isUnsaved ? text('NotSavedYet') : undefined}
      />
      {failed && <Status kind="error">{text('NotSaved')}</Status>}
    </div>
  )
}
