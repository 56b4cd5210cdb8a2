import { text as sharedText } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './change-summary.module.css'
import { type Change, consequencesOf, type Reach } from './changes.ts'
import { fields } from './fields.ts'
import { text } from './texts.ts'

interface ChangeSummaryProps {
  readonly isOpen: boolean
  readonly companyName: string
  readonly changes: readonly Change[]
  readonly reach: Reach
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/**
 * Before an existing company is saved: what will change, from what to what, and whom that reaches. While it is
 * being saved the dialog stays and cannot be left.
 */
export function ChangeSummary(props: ChangeSummaryProps) {
  const { changes, reach, isBusy } = props
  const consequences = consequencesOf(changes, reach)
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={isBusy ? undefined : props.onCancel}
      title={<bdi>{text('SummaryTitle', { name: props.companyName })}</bdi>}
      mark={consequences.length > 0 ? 'warn' : undefined}
      width="wide"
      role="alertdialog"
      actions={
        <>
          <Button autoFocus isDisabled={isBusy} onPress={props.onCancel}>
            {sharedText('Cancel')}
          </Button>
          <Button look="primary" isBusy={isBusy} busyText={text('Saving')} onPress={props.onConfirm}>
            {text('Save')}
          </Button>
        </>
      }
    >
      <Changes changes={changes} label={text('SummaryCaption')} />
      {consequences.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </Dialog>
  )
}

/** Fields with what they were and what they become, a line each. */
export function Changes({ changes, label }: { readonly changes: readonly Change[]; readonly label: string }) {
  return (
    <dl className="stack line-above" aria-label={label}>
      {changes.map(({ key, from, to }) => (
        <div key={key} className={`stack line-below ${styles.change}`}>
          <dt className="quiet">{fields[key].label}</dt>
          <dd className={classes('stack anywhere', fields[key].isMono && 'mono')}>
            <Said words={from} isOld />{' '}
            <span className="faint" aria-hidden="true">
              →
            </span>{' '}
            <Said words={to} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value in words, from right to left where it runs so. */
export function Said({ words, isOld = false }: { readonly words: string; readonly isOld?: boolean }) {
  const shown = words === '' ? <span className="quiet">{text('Empty')}</span> : words
  return isOld ? <bdi className="quiet">{shown}</bdi> : <bdi className="medium">{shown}</bdi>
}
