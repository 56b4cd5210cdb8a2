import type { Diagnosis, Finding } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import type { FindingCode } from '@support-console/contract/diagnosis.words'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { notAskedYet, withNews } from './arranged.ts'
import { Findings } from './findings.tsx'
import type { Remedies } from './next-step.tsx'
import { useRows } from './rows.ts'
import type { FindingLook } from './states.tsx'
import type { Look } from './use-diagnosis.ts'
import { Verdict } from './verdict.tsx'

/** A diagnosis for the tests of what is shown of it. */
export const iccid = '8901170000000017017'
const askedAt = new Date().toISOString()
const heard = new Date(Date.now() - 3 * 3_600_000).toISOString()

export const found = (code: FindingCode, look: FindingLook, more: Partial<Finding> = {}): Finding => ({
  ...{ code, title: `Title of ${code}`, sentence: `Sentence of ${code}.` },
  ...(look === 'fault' || look === 'warning' || look === 'explained'
    ? { state: 'wrong', effect: look === 'warning' ? 'may-stop' : 'stops' }
    : { state: look, effect: null }),
  ...{ explains: [], since: null, changedBy: null, scope: { kind: 'panel', id: 'CBS0000017' } },
  ...{ refuted: null, follows: look === 'explained' ? 'sim-not-active' : null },
  evidence: [{ source: 'AT&T', what: 'Device status', value: 'Suspended', at: askedAt }],
  ...{ next: [], ...more },
})
export const fault = found('sim-not-active', 'fault', {
  ...{ title: 'SIM suspended at the carrier', sentence: `AT&T says Suspended since ${heard}.` },
  next: [{ text: 'Open the SIM', path: pageOf('sim', iccid) }],
})
const waiting = found('sim-usage', 'waiting', { sentence: '' })
export const told: Finding[] = [
  found('panel-unknown', 'fine', { title: 'Inventory' }),
  found('panel-company', 'fine', { title: 'Company of the SIM' }),
  found('container-down', 'fine'),
  found('receiver-deployed', 'warning'),
  found('sim-unknown', 'fine'),
  fault,
  found('sim-imei', 'unknown', {
    evidence: [{ source: 'Connector', what: 'asked', value: 'no answer', at: askedAt }],
  }),
  waiting,
  found('sim-state-differs', 'explained'),
  found('sim-address', 'explained'),
  found('sim-offline', 'explained'),
]
export const nothing = notAskedYet('panel', 'CBS0000017')
const step = {
  text: 'Ask AT&T to restore it.',
  go: { text: 'Open the SIM', path: pageOf('sim', iccid) },
  copy: null,
}
export const verdict: Diagnosis['verdict'] = {
  ...nothing.verdict,
  ...{ state: 'cause', next: step, causes: [{ ...fault, next: step }] },
  sentence: `Its SIM is suspended at AT&T since ${heard}.`,
}
export const known = (findings: Finding[], more: Partial<Diagnosis> = {}): Diagnosis => ({
  ...nothing,
  ...{ cloudId: 'CBS0000017', iccid, askedAt, findings, verdict, ...more },
})
export const all = told.map((each) => (each === waiting ? found('sim-usage', 'fine') : each))

const beganAt = Date.now() - 4_000

interface LookingProps extends Partial<Look> {
  readonly answers: readonly Diagnosis[]
  readonly remedies?: Remedies
}

/** What a look came to, one answer after the other: told by a press, as a stream tells it. */
export function Looking({ answers, remedies, ...more }: LookingProps) {
  const [at, setAt] = useState(0)
  const rows = useRows()
  const state = answers.slice(1, at + 1).reduce(withNews, answers[0] ?? notAskedYet('panel', 'CBS0000017'))
  const look: Look = {
    ...{ kind: 'panel', id: 'CBS0000017', known: state, number: 0 },
    ...{ isUnderWay: true, beganAt, ahead: 0 },
    ...more,
  }
  return (
    <MemoryRouter>
      <button type="button" onClick={() => setAt(at + 1)}>
        next answer
      </button>
      <Verdict look={look} onLookAgain={() => {}} onMore={() => rows.open('cause')} remedies={remedies} />
      <Findings look={look} rows={rows} />
    </MemoryRouter>
  )
}
