import type { ReactNode } from 'react'
import { phoneGroups, SimState } from '../../kit/sim-id/index.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { groupIdentifier } from '../../ui/identifier-text.ts'
import type { ComparedValue, FieldKey } from './compare.ts'
import styles from './comparison.module.css'
import { text } from './texts.ts'

const machineMade = new Set<FieldKey>([
  'imei',
  'ipAddress',
  'phoneNumber',
  'realIp',
  'natIp',
  'accountNumber',
  'referenceNumber',
  'sapCompanyId',
])

/** One value of one source. What differs from the other two is underlined; `raw` is the source's own word for a state. */
export function ComparedValueText({
  field,
  value,
  raw,
  company = '',
}: {
  readonly field: FieldKey
  readonly value: ComparedValue
  readonly raw?: string | undefined
  /** The SAP company ID of the source: its number and its name lead to the company. */
  readonly company?: string | undefined
}) {
  if (!value.belongs || value.text === '') return <span className="faint">–</span>
  if (field === 'deviceStatus' || field === 'onlineStatus') return <SimState word={value.text} raw={raw} />
  const leading = (shown: ReactNode) =>
    field === 'sapCompanyId' || field === 'companyName' ? (
      <Identifier of="company" value={company}>
        {shown}
      </Identifier>
    ) : (
      shown
    )
  if (!machineMade.has(field)) return <span className="anywhere">{leading(value.text)}</span>
  return (
    <span className="inline gap-4">
      <span className="anywhere mono">
        {leading(<MarkedText groups={groupsOf(field, value.text)} marks={value.marks} />)}
      </span>
      <span className={styles.copy}>
        <CopyButton value={value.text} name={text(field)} />
      </span>
    </span>
  )
}

function groupsOf(field: FieldKey, text: string): readonly string[] {
  if (field === 'phoneNumber') return phoneGroups(text)
  return groupIdentifier(text, field === 'imei' ? 'imei' : 'other')
}

/** Groups with space between them and underlined stretches, all in spans: what is selected and copied is bare (D29). */
function MarkedText({
  groups,
  marks,
}: {
  readonly groups: readonly string[]
  readonly marks: ComparedValue['marks']
}) {
  let start = 0
  return groups.map((group) => {
    const from = start
    start += group.length
    return (
      <span key={from} className={styles.group}>
        {pieces(group, from, marks).map((piece) =>
          piece.marked ? (
            <em key={piece.at} className={styles.marked}>
              {piece.text}
            </em>
          ) : (
            piece.text
          ),
        )}
      </span>
    )
  })
}

/** A group cut at the ends of the marked stretches; `from` is where the group starts in the whole text. */
function pieces(group: string, from: number, marks: ComparedValue['marks']) {
  const isMarked = (index: number) => marks.some(([start, end]) => index >= start && index < end)
  const cut: { text: string; at: number; marked: boolean }[] = []
  for (let i = 0; i < group.length; i++) {
    const marked = isMarked(from + i)
    const last = cut.at(-1)
    if (last && last.marked === marked) last.text += group[i]
    else cut.push({ text: group[i] ?? '', at: from + i, marked })
  }
  return cut
}
