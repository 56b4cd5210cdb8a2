import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { KeyValue, KeyValuePanel, SecretValue } from '../../ui/key-value.tsx'
import { ProcessIndicator } from '../../ui/process-indicator.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Status } from '../../ui/status.tsx'
import styles from '../gallery.module.css'

export const title = 'Values and states'

const states = [
  ['ok', 'Success'],
  ['warn', 'Warning'],
  ['error', 'Error'],
  ['running', 'Running'],
  ['pending', 'Pending'],
  ['unknown', 'Unknown'],
  ['info', 'Information'],
  ['ready', 'Ready'],
  ['off', 'Deactivated'],
] as const

const steps = [
  { key: 'upload', label: 'Upload' },
  { key: 'check', label: 'Check rows' },
  { key: 'deactivate', label: 'Deactivate' },
]

export default function Values() {
  const [step, setStep] = useState('check')
  const [rows, setRows] = useState<'all' | 'error' | 'success' | 'ready'>('all')
  const [done, setDone] = useState(35)
  const iccid = '8901170000000000013'
  const imei = '356938035643809'
  return (
    <div className="stack gap-12 narrow">
      <div className={`row wrap ${styles.row}`}>
        {states.map(([kind, word]) => (
          <Status key={kind} kind={kind} isTag>
            {word}
          </Status>
        ))}
      </div>
      <div className={`row wrap ${styles.row}`}>
        {states.map(([kind, word]) => (
          <Status key={kind} kind={kind} {...(kind === 'running' ? { why: 'asking AT&T, 12 s' } : {})}>
            {word}
          </Status>
        ))}
      </div>
      <div className={`row wrap ${styles.row}`}>
        <Identifier value={iccid} kind="iccid" />
        <Identifier value={iccid} kind="iccid" copyName="ICCID" />
        <Identifier value={imei} kind="imei" copyName="IMEI" showsCopy />
        <Identifier
          value="79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff"
          kind="guid"
          isShort
          copyName="TransactionID"
        />
      </div>
      <KeyValuePanel>
        <KeyValue label="Network model">Tier3 Standard</KeyValue>
        <KeyValue label="VPN gateway" isMono copyValue="vpn.field.example">
          vpn.field.example
        </KeyValue>
        <SecretValue label="Password" value="correct-horse-7" rememberAs="parts" />
        <KeyValue label="IMEI" copyValue={imei}>
          <Identifier value={imei} kind="imei" />
        </KeyValue>
        <KeyValue label="Device status">
          <Status kind="ok">Activated</Status>
        </KeyValue>
        <KeyValue label="Phone number" />
      </KeyValuePanel>
      <ProcessIndicator label="Batch deactivation" steps={steps} current={step} onStep={setStep} />
      <div className="stack gap-12 narrow">
        <ProgressBar
          label="Batch deactivate"
          total={100}
          success={done}
          error={2}
          inFlight={1}
          secondsLeft={1860}
        />
        <div className={`row wrap ${styles.row}`}>
          <Segments
            label="Rows shown"
            value={rows}
            onChange={setRows}
            segments={[
              { key: 'all', label: 'All', count: 100 },
              { key: 'error', label: 'Error', count: 2 },
              { key: 'success', label: 'Success', count: done },
              { key: 'ready', label: 'Ready', count: 98 - done },
            ]}
          />
          <Button onPress={() => setDone((old) => Math.min(98, old + 10))}>Ten more</Button>
        </div>
      </div>
    </div>
  )
}
