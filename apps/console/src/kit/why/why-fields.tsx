import { TextField } from '../../ui/form/text-field.tsx'
import { text } from './texts.ts'
import type { WhyState } from './use-why.ts'
import styles from './why.module.css'

/** The reason and the ticket of a question that cuts off; every such question has them. */
export function WhyFields({ of }: { readonly of: WhyState }) {
  const { id, typed, checks, isRequired, showsErrors, type } = of
  return (
    <div className={`stack tops gap-12 ${styles.fields}`}>
      <TextField
        id={`${id}-reason`}
        label={text('Reason')}
        help={text(isRequired ? 'ReasonHelpRequired' : 'ReasonHelp')}
        value={typed.reason}
        onChange={(value) => type('reason', value)}
        checks={{ maxLength: checks.reason.maxLength }}
        error={showsErrors ? checks.reason.check(typed.reason) : undefined}
        hasAsterisk={isRequired}
        autoComplete="off"
        dir="auto"
      />
      <TextField
        id={`${id}-ticket`}
        label={text('Ticket')}
        value={typed.ticket}
        onChange={(value) => type('ticket', value)}
        checks={checks.ticket}
        shouldAlwaysShowErrors={showsErrors}
        autoComplete="off"
        isMono
      />
    </div>
  )
}
