import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { type Change, reachesSims } from './changes.ts'
import styles from './company-form.module.css'
import { fields } from './fields.ts'
import { text } from './texts.ts'

interface ChangeSummaryProps {
  readonly isOpen: boolean
  readonly companyName: string
  readonly changes: readonly Change[]
  /** SIMs of the company that are not deactivated. */
  readonly simCount: number
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Before an existing company is saved: what will change, from what to what, and how many SIMs that reaches. */
export function ChangeSummary(props: ChangeSummaryProps) {
  const { changes, simCount } = props
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title={<bdi>{text('SummaryTitle', { name: props.companyName })}</bdi>}
      verb={text('Save')}
      isBusy={props.isBusy}
      busyText={text('Saving')}
      consequences={changes.some(reachesSims) ? [saySims(simCount)] : []}
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      <dl className={styles.changes} aria-label={text('SummaryCaption')}>
        {changes.map(({ key, from, to }) => (
          <div key={key}>
            <dt>{fields[key].label}</dt>
            <dd>
              <Said words={from} isOld /> <span aria-hidden="true">→</span> <Said words={to} />
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}

/** A value in words, from right to left where it runs so. */
export function Said({ words, isOld = false }: { readonly words: string; readonly isOld?: boolean }) {
  const shown = words === '' ? <span className={styles.quiet}>{text('Empty')}</span> : words
  return isOld ? (
    <del className={styles.old} dir="auto">
      {shown}
    </del>
  ) : (
    <bdi className={styles.new}>{shown}</bdi>
  )
}

function saySims(count: number): string {
  if (count === 0) return text('NoSimReached')
  return count === 1 ? text('OneSimReached') : text('SimsReached', { count: count.toLocaleString('en-US') })
}
