import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FixedValue } from '../../ui/form/fixed-value.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from '../gallery.module.css'

export const title = 'Fields and forms'

const guid = /\{?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?/i

export default function Fields() {
  const [iccid, setIccid] = useState('')
  const [physical, setPhysical] = useState('6f9619ff-8b86')
  return (
    <div className="stack gap-12 narrow">
      <div className={`stack gap-16 ${styles.grid}`}>
        <IdentifierField
          label="SIM ID"
          kind="iccid"
          value={iccid}
          onChange={setIccid}
          placeholder="18 to 22 digits"
          help="Spaces and dashes are dropped."
          checks={{ isRequired: true }}
        />
        <IdentifierField
          label="Physical ID"
          kind="guid"
          value={physical}
          onChange={setPhysical}
          checks={{ pattern: guid, title: 'Physical Id is invalid' }}
          shouldAlwaysShowErrors
        />
        <TextField
          label="Disabled"
          value="vpn.field.example"
          isDisabled
          isMono
          help="Editable only for Tier3 Standard."
        />
        <TextField
          label="Installer service key"
          value="eac31678-1502-4777-a06d-1e6a8471bac1"
          isReadOnly
          isCopyable
          isMono
          help="Read-only. Generate only one key per dealer."
        />
        <FixedValue label="SAP Company ID">
          <span className="mono">1000002</span>
        </FixedValue>
        <TextField label="Answer of the server" value="Harbor" error="A company of this name exists." />
      </div>
      <output data-testid="iccid">{iccid}</output>
      <span className="label quiet">A form: errors after touch, or all after trying to save</span>
      <ExampleForm />
    </div>
  )
}

function ExampleForm() {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [warning, setWarning] = useState('75')
  const [saved, setSaved] = useState(0)
  const [error, setError] = useState<string>()
  const [isAtTop, setAtTop] = useState(false)
  return (
    <Form
      aria-label="Company"
      error={error}
      errorAt={isAtTop ? 'top' : 'bottom'}
      onSubmit={() => setSaved((old) => old + 1)}
    >
      {(problems) => (
        <div className="stack gap-12 narrow">
          <div className={`stack gap-16 ${styles.grid}`}>
            <TextField
              label="Company name"
              value={name}
              onChange={setName}
              canClear
              checks={{ isRequired: true, minLength: 3, maxLength: 8 }}
            />
            <TextField
              label="Usage alert email"
              value={email}
              onChange={setEmail}
              checks={{ type: 'email' }}
            />
            <TextField
              label="Warning threshold"
              unit="percent"
              value={warning}
              onChange={setWarning}
              help="Below or equal to the alert threshold."
              checks={{ type: 'number', minimum: 1, maximum: 100 }}
            />
          </div>
          <div className={`row wrap ${styles.row}`}>
            <Button look="primary" type="submit">
              Save
            </Button>
            <Button onPress={() => setError(error ? undefined : 'The company was not saved.')}>
              Error callout
            </Button>
            <Button onPress={() => setAtTop(!isAtTop)}>{isAtTop ? 'At the bottom' : 'At the top'}</Button>
            <output data-testid="saved">{saved}</output>
            <output data-testid="problems">{problems.map((problem) => problem.label).join(', ')}</output>
          </div>
        </div>
      )}
    </Form>
  )
}
