import { useEffect, useRef, useState } from 'react'
import { sayAge } from '../../kit/observed/say-age.ts'
import { culture } from '../../texts/languages.ts'
import { Section } from '../../ui/section.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { countOf, type Item, isAllAnswered, itemsOf, sayCounts } from './arranged.ts'
import { FindingRow, FineRow } from './finding-row.tsx'
import styles from './findings.module.css'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

/**
 * The findings. All rows stand from the first paint, and each is filled where it stands; only when all have answered, and
 * nobody has begun to read them, are they put in order.
 */
export function Findings({ look }: { readonly look: Look }) {
  const { known } = look
  return (
    <Section
      title={text('Findings')}
      state={<span className={styles.counts}>{sayCounts(known.findings)}</span>}
      actions={<Looked look={look} />}
    >
      {/* Another look is another list: nothing of it has been read yet. */}
      {look.error === undefined && <Rows key={look.number} look={look} />}
    </Section>
  )
}

function Rows({ look: { kind, known, ahead } }: { readonly look: Look }) {
  const { findings } = known
  const isDone = isAllAnswered(known)
  const isRead = useRef(false)
  const [isTidy, setTidy] = useState(isDone)
  useEffect(() => {
    if (isDone && !isRead.current) setTidy(true)
  }, [isDone])
  const firstFault = findings.find(({ state }) => state === 'fault')?.code
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (key: string) => opened.get(key) ?? (isTidy && key === firstFault)
  const toggle = (key: string) => setOpened(new Map(opened).set(key, !isOpen(key)))
  const read = () => {
    isRead.current = true
  }
  return (
    <ul className={styles.list} onPointerEnter={read} onFocus={read}>
      {itemsOf(kind, findings, isTidy).map((item) => {
        const key = keyOf(item)
        const row = { isOpen: isOpen(key), onToggle: () => toggle(key), ahead, askedAt: known.askedAt }
        if (!('fine' in item)) return <FindingRow key={key} {...item} {...row} />
        return (
          <FineRow key={key} {...item} {...row}>
            {item.fine.map((finding) => (
              <FindingRow
                key={finding.code}
                {...{ finding, ahead, askedAt: known.askedAt, isUnder: false }}
                isOpen={isOpen(finding.code)}
                onToggle={() => toggle(finding.code)}
              />
            ))}
          </FineRow>
        )
      })}
    </ul>
  )
}

const keyOf = (item: Item): string =>
  'fine' in item ? `fine ${item.fine.map(({ code }) => code).join()}` : item.finding.code

/** How long ago, how many checks, how long it took. */
function Looked({ look: { known, beganAt, endedAt } }: { readonly look: Look }) {
  const seconds = useSeconds(beganAt)
  const count = known.findings.length
  const waiting = countOf(known.findings, 'waiting')
  const age = sayAge(beganAt, beganAt + seconds * 1000)
  return (
    <span className={styles.looked}>
      {waiting > 0
        ? text('LookedWaiting', { age, count, waiting })
        : endedAt === undefined
          ? text('Looked', { age, count })
          : text('Took', { age, count, seconds: sayTook(beganAt, endedAt) })}
    </span>
  )
}

/** '1.8', in seconds. */
export const sayTook = (from: number, to: number): string =>
  ((to - from) / 1000).toLocaleString(culture, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
