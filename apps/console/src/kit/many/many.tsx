import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import styles from './many.module.css'

interface EditManyProps {
  readonly label: string
  readonly help: string
  readonly list: string
  readonly onChange: (list: string) => void
  readonly error: string | undefined
  /** What is done with the list. */
  readonly verb: string
  readonly onDone: () => void
}

/** A list that is asked about: typed or pasted. */
export function EditMany({ label, help, list, onChange, error, verb, onDone }: EditManyProps) {
  return (
    <Form className={styles.column} onSubmit={onDone}>
      <TextArea label={label} help={help} value={list} onChange={onChange} isMono error={error} />
      <Button type="submit" look="primary">
        {verb}
      </Button>
    </Form>
  )
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
    <div className={styles.head}>
      <div>
        <h2 className={styles.figure}>{figure}</h2>
        <p className={styles.second}>{second}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

/** In place of what a list comes to: why there is nothing, and the ways on, one below the other. */
export function ManyFailed({ children }: { readonly children: ReactNode }) {
  return <div className={styles.column}>{children}</div>
}
