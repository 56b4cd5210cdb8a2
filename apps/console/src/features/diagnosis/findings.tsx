import { Section } from '../../ui/section.tsx'
import { type GroupName, groupNames, groupsOf, isAllAnswered, sayAnswered } from './arranged.ts'
import { FindingRow } from './finding-row.tsx'
import styles from './findings.module.css'
import { GroupRow } from './group-row.tsx'
import type { Rows } from './rows.ts'
import { SourcesRow } from './sources-row.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

interface FindingsProps {
  readonly look: Look
  readonly rows: Rows
}

/** The findings in four rows that stand from the first paint. What is in them opens on press only, and nothing moves by itself. */
export function Findings({ look, rows }: FindingsProps) {
  return (
    <Section
      title={text('Findings')}
      actions={<span className="tabular small quiet">{sayAnswered(look.known.findings)}</span>}
    >
      <SourcesRow look={look} />
      {look.error === undefined && <FourRows look={look} rows={rows} />}
    </Section>
  )
}

function FourRows({ look: { known, ahead }, rows }: FindingsProps) {
  const row = (key: string) => ({ isOpen: rows.isOpen(key), onToggle: () => rows.toggle(key) })
  const groups = groupsOf(known)
  const isUnder = (name: GroupName, index: number) =>
    name === 'cause' && groups.cause[index]?.follows !== null
  return (
    <ul className={`line-above ${styles.list}`}>
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
