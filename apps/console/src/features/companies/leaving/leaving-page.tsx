import type { Leaving } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { useParams } from 'react-router'
import { useAccess } from '../../../api/index.ts'
import { useChange } from '../../../api/use-change.ts'
import { useRead } from '../../../api/use-read.ts'
import { Link } from '../../../kit/link.tsx'
import { ReadPage } from '../../../kit/skeleton/index.ts'
import { Asked, TicketLink } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { sayMinute } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import styles from './leaving.module.css'
import { LeavingLine } from './leaving-line.tsx'
import { lineNames } from './lines.ts'
import { text } from './texts.ts'

/** How often one that goes on is read without news, in milliseconds. */
const readAgainMs = 5000

/** A company that leaves, line by line; afterwards the proof of it, on one sheet (brief, section 7). */
export function LeavingPage() {
  const { leavingId = '' } = useParams()
  const read = useRead('GET /companymanager/v1/leavings/{leavingId}', {
    params: { leavingId },
    news: ['leaving', 'series'],
    refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? readAgainMs : false),
    retry: false,
  })
  return (
    <ReadPage of={read} loading={text('Loading')}>
      {(leaving) => <Shown leaving={leaving} onChanged={() => void read.refetch()} />}
    </ReadPage>
  )
}

interface ShownProps {
  readonly leaving: Leaving
  readonly onChanged: () => void
}

function Shown({ leaving, onChanged }: ShownProps) {
  const { companyId, companyName: name, lines, endedAt } = leaving
  const may = useAccess().may('companies.change')
  const done = lines.filter(({ isDone }) => isDone).length
  const isAll = done === lines.length
  return (
    <div className={styles.page}>
      <Section
        title={text(endedAt === null ? 'Title' : 'TitleLeft', { name })}
        state={
          <Status kind={isAll ? 'ok' : endedAt === null ? 'running' : 'warn'} isTag>
            {isAll
              ? text('AllDone')
              : text(endedAt === null ? 'Running' : 'NotAll', { done, all: lines.length })}
          </Status>
        }
        actions={
          <>
            <Button onPress={() => window.print()}>{text('Print')}</Button>
            {endedAt === null && may && <End leaving={leaving} onChanged={onChanged} />}
          </>
        }
      >
        <Facts
          facts={[
            {
              label: text('Sap'),
              value: <Link to={pageOf('company', String(companyId))}>{leaving.sapCompanyId}</Link>,
            },
            { label: text('Ticket'), value: <TicketLink ticket={leaving.ticket} /> },
            ...(leaving.reason ? [{ label: text('Reason'), value: <bdi>{leaving.reason}</bdi> }] : []),
            {
              label: text('Began'),
              value: <Said>{text('ByAt', { time: sayMinute(leaving.beganAt), who: leaving.by })}</Said>,
            },
            ...(endedAt
              ? [
                  {
                    label: text('Ended'),
                    value: (
                      <Said>{text('ByAt', { time: sayMinute(endedAt), who: leaving.endedBy ?? '' })}</Said>
                    ),
                  },
                ]
              : []),
            {
              label: text('Transaction'),
              value: <Link to={pageOf('transaction', leaving.transactionId)}>{leaving.transactionId}</Link>,
            },
          ]}
        />
      </Section>
      <Section title={text('List')}>
        <ol className={styles.lines} aria-label={text('List')}>
          {lines.map((line) => (
            <LeavingLine
              key={line.line}
              line={line}
              leaving={leaving}
              isOpen={endedAt === null && may}
              onChanged={onChanged}
            />
          ))}
        </ol>
      </Section>
    </div>
  )
}

/** Keeps the list as it stands; what is open is named before and after. */
function End({ leaving: { companyId, companyName: name, lines }, onChanged }: ShownProps) {
  const end = useChange(
    'POST /companymanager/v1/companies/{companyId}/leaving/end',
    text('ScreenTitle'),
    onChanged,
  )
  const open = lines.filter(({ isDone }) => !isDone).map(({ line }) => lineNames[line])
  return (
    <Asked
      button={{ look: open.length === 0 ? 'primary' : 'plain' }}
      busyText={text('End')}
      change={end}
      title={text('EndQuestion', { name })}
      consequences={[open.length === 0 ? text('EndAll') : text('EndOpen', { lines: open.join(', ') })]}
      verb={text('EndVerb')}
      onConfirm={() => end.start({ params: { companyId } }, text('ActionEnd', { name }))}
    >
      {text('End')}
    </Asked>
  )
}
