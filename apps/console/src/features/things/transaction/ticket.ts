import type { TransactionThing } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { sayWhy } from '@support-console/contract/reasons.words'
import { sayTime } from '../../../ui/local-time.ts'
import { failedOf, outcomeOf, whyOf } from './outcome.ts'
import { text } from './texts.ts'

/** More of them are found by the link. */
const mostFailed = 20

/** What a ticket needs of a transaction: ids, who, when with its zone, how it ended, what failed, and where all of it is. */
export function ticketOf(transaction: TransactionThing, origin: string): string[] {
  const { id, asked, began, last, company, work, sims } = transaction
  const outcome = outcomeOf(transaction)
  const failed = failedOf(sims)
  const isRunning = work?.endedAt === null
  return [
    text('TicketTransaction', { id }),
    asked && text('TicketAsked', { what: asked.what, who: asked.by, screen: asked.screen }),
    ...sayWhy(whyOf(transaction) ?? {}).split('\n'),
    outcome && [outcome.sentence, outcome.second].filter(Boolean).join(' '),
    text(isRunning ? 'TicketBegan' : 'TicketTimes', { began: sayTime(began), ended: sayTime(last) }),
    company && text('TicketCompany', { name: company.name, sap: company.sapCompanyId }),
    sims.length === 1 && failed.length === 0 && text('TicketSim', { iccid: sims[0]?.iccid ?? '' }),
    ...failed
      .slice(0, mostFailed)
      .map(({ iccid, outcome: its }) => text('TicketFailed', { iccid, reason: its?.reason ?? '' })),
    failed.length > mostFailed && text('TicketMore', { count: failed.length - mostFailed }),
    `${origin}${pageOf('transaction', id)}`,
  ].filter((line): line is string => Boolean(line))
}
