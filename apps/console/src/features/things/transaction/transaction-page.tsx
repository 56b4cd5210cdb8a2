import type { TransactionThing } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { mainIdentifier } from '@support-console/contract/identifiers'
import { listedKinds } from '@support-console/contract/undertakings.words'
import { Link } from '../../../kit/link.tsx'
import { WhyLine } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { sayDuration } from '../../../ui/durations.ts'
import { CopyIcon } from '../../../ui/icons/controls.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import actions from '../../../ui/link-button.module.css'
import { sayTime } from '../../../ui/local-time.ts'
import { CopyMarkdown, copyLines } from '../../diagnosis/index.ts'
import { Block } from '../frame/block.tsx'
import { Addressed, HeadCompany, HeadFact, ThingPage } from '../frame/thing-page.tsx'
import { useThing } from '../frame/use-thing.ts'
import { Order } from './order-block.tsx'
import { outcomeOf, whyOf } from './outcome.ts'
import { OutcomeLine } from './outcome-line.tsx'
import { text } from './texts.ts'
import { ticketOf } from './ticket.ts'
import { TransactionBelongsTo } from './transaction-belongs-to.tsx'
import { Work } from './work.tsx'

const readId = (given: string) => mainIdentifier('transaction', given)

/** One transaction whole: who asked for what, what it began, and every step in its order (connected console, section 4). */
export function TransactionPage() {
  return <Addressed kind="transaction" param="transactionId" read={readId} page={Transaction} />
}

const isRunning = ({ work }: TransactionThing): boolean => work?.endedAt === null

function Transaction({ id }: { readonly id: string }) {
  const subject = { kind: 'transaction', id } as const
  const thing = useThing(subject, 'GET /things/v1/transactions/{id}', {
    news: { kinds: workKinds, isAbout: isItsWork },
    isMoving: isRunning,
  })
  const outcome = thing.data && outcomeOf(thing.data)
  return (
    <ThingPage
      subject={subject}
      thing={thing}
      actions={(transaction) => (
        <>
          <Button
            icon={<CopyIcon />}
            onPress={() => {
              const lines = transaction ? ticketOf(transaction, location.origin) : []
              if (lines.length > 0) void copyLines(lines, text('CopiedForTicket', { count: lines.length }))
            }}
          >
            {text('CopyForTicket')}
          </Button>
          <Link className={actions.plain} to={addresses.auditTrail(id)}>
            {text('OpenAuditTrail')}
          </Link>
        </>
      )}
      more={(transaction) => (
        <CopyMarkdown lines={() => (transaction ? ticketOf(transaction, location.origin) : [])} />
      )}
      verdict={outcome !== null && <OutcomeLine outcome={outcome} />}
      facts={(transaction) => <Facts transaction={transaction} />}
    >
      {(transaction) =>
        transaction && (
          <>
            <Block>
              <Work transaction={transaction} />
            </Block>
            <Block>
              <Order
                transaction={transaction}
                isRunning={isRunning(transaction)}
                told={outcome?.second ?? ''}
              />
            </Block>
            <Block>
              <TransactionBelongsTo transaction={transaction} />
            </Block>
          </>
        )
      }
    </ThingPage>
  )
}

const workKinds = listedKinds(() => true)
const isItsWork = (id: string, transaction: TransactionThing | undefined): boolean =>
  id === transaction?.work?.id

function Facts({ transaction }: { readonly transaction: TransactionThing }) {
  const { asked, began, last, now, company } = transaction
  const why = whyOf(transaction)
  const took = sayDuration(began, isRunning(transaction) ? now : last)
  return (
    <>
      {asked && (
        <>
          <HeadFact name={text('AskedBy')}>
            <Identifier value={asked.by} of="staff" />
          </HeadFact>
          <HeadFact name={text('Screen')}>{asked.screen}</HeadFact>
        </>
      )}
      {why && (
        <HeadFact name={text('Why')}>
          <WhyLine reason={why.reason} ticket={why.ticket} />
        </HeadFact>
      )}
      <HeadFact name={text('Began')}>
        <time className="mono" dateTime={began}>
          {sayTime(began)}
        </time>
      </HeadFact>
      {Date.parse(last) - Date.parse(began) >= 1000 && (
        <HeadFact name={text('Took')}>
          {isRunning(transaction) ? text('SoFar', { time: took }) : took}
        </HeadFact>
      )}
      <HeadCompany company={company} />
    </>
  )
}
