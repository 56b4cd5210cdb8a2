import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { FieldProblem } from '../../ui/form/form-context.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import type { CompanyDraft } from './draft.ts'
import { fields, idOf, idOfSubnet } from './fields.ts'
import styles from './save-bar.module.css'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

interface SaveBarProps {
  readonly problems: readonly FieldProblem[]
  readonly isSaving: boolean
  readonly onCancel: () => void
  /** The outcome of the last try. */
  readonly children?: ReactNode
}

/** At the foot of the form and of the window: what needs attention, as links; Cancel and Save. */
export function SaveBar({ problems, isSaving, onCancel, children }: SaveBarProps) {
  const form = useForm()
  const undecided = form.conflict?.disputed.filter(({ choice }) => !choice) ?? []
  const links = [
    ...undecided.map(({ key }) => ({
      id: `dispute-${key}`,
      label: text('BothChanged', { label: fields[key].label }),
    })),
    // An untouched form complains of nothing yet.
    ...(form.isDirty ? problems.map((problem) => ({ ...problem, label: nameOf(problem, form.draft) })) : []),
  ]
  // 5: Save is disabled while the email error is present.
  const emailProblem = problems.find(({ id }) => id === idOf('usageAlertEmail'))?.message
  const reason =
    form.readOnlyReason ??
    emailProblem ??
    (undecided.length > 0
      ? text('DecideFirst')
      : form.mode === 'update' && !form.isDirty
        ? text('NothingChanged')
        : undefined)
  return (
    <div className={`stack gap-12 sheet ${styles.saveBar}`}>
      {children}
      <div className={`row wrap between ${styles.saveRow}`}>
        <div className={`row wrap gap-4-8 narrow ${styles.attention}`} role="status">
          {links.length > 0 && (
            <>
              <StateMark kind="error" />
              <span className="strong wrong">
                {links.length === 1
                  ? text('OneNeedsAttention')
                  : text('NeedAttention', { count: links.length })}
              </span>
              {links.map(({ id, label }) => (
                <button
                  key={id}
                  type="button"
                  className={`to-start accent ${styles.attentionLink}`}
                  onClick={() => show(id)}
                >
                  {label}
                </button>
              ))}
            </>
          )}
        </div>
        <div className={`row gap-8 to-end ${styles.saveActions}`}>
          {form.isDirty && <span className={`quiet ${styles.unsaved}`}>{text('UnsavedChanges')}</span>}
          <Button onPress={onCancel}>{text('Cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            isBusy={isSaving}
            busyText={text('Saving')}
            disabledReason={reason}
          >
            {text('Save')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** A field by its label; one of a subnet with its subnet. */
function nameOf({ id, label }: FieldProblem, { subnets }: CompanyDraft): string {
  const at = subnets.findIndex(({ key }) => id === idOfSubnet(key) || id === `${idOfSubnet(key)}-cidr`)
  return at < 0 ? label : text('FieldOfSubnet', { number: at + 1, label })
}

/** The field comes into view, clear of the bars, and gets the focus. */
function show(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
