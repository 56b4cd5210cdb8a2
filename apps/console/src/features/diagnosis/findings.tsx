import { useState } from 'react'
import { Section } from '../../ui/section.tsx'
import { type GroupName, groupNames, groupsOf, isAllAnswered, sayAnswered } from './arranged.ts'
import { FindingRow } from './finding-row.tsx'
import styles from './findings.module.css'
import { GroupRow } from './group-row.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

/** The findings in four rows that stand from the first paint. What is in them opens on press only, and nothing moves by itself. */
export function Findings({ look }: { readonly look: Look }) {
  return (
    <Section
      title={text('Findings')}
      actions={<span className={styles.looked}>{sayAnswered(look.known.findings)}</span>}
    >
      {look.error === undefined && <Rows look={look} />}
    </Section>
  )
}

function Rows({ look: { known, ahead } }: { readonly look: Look }) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const row = (key: string) => {
    const isOpen = opened.includes(key)
    const onToggle = () => setOpened(isOpen ? opened.filter((each) => each !== key) : [...opened, key])
    return { isOpen, onToggle }
  }
  const groups = groupsOf(known)
  const isUnder = (name: GroupName, index: number) =>
    name === 'cause' && groups.cause[index]?.follows !== null
  return (
    <ul className={styles.list}>
      {groupNames.map((name) => (
        <GroupRow
          key={name}
          {...{ name, findings: groups[name], ahead, askedAt: known.askedAt }}
          verdict={known.verdict.state}
          isAnswered={isAllAnswered(known)}
          {...row(name)}
        >
          {groups[name].map((finding, index) => (
            <FindingRow
              key={finding.code}
              {...{ finding, ahead, askedAt: known.askedAt, isUnder: isUnder(name, index) }}
              {...row(finding.code)}
            />
          ))}
        </GroupRow>
      ))}
    </ul>
  )
}
