import { addresses } from '@support-console/contract/addresses'
import type { Why } from '@support-console/contract/reasons.words'
import { type ReactNode, useState } from 'react'
import { type DataOf, useAccess, useCall } from '../../../api/index.ts'
import { useChange } from '../../../api/use-change.ts'
import { useRead } from '../../../api/use-read.ts'
import { Link } from '../../../kit/link.tsx'
import { useLeadOn } from '../../../kit/use-lead-on.ts'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { ChangeOutcome } from '../../../ui/call-banner/change-outcome.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import buttons from '../../../ui/link-button.module.css'
import { text } from './texts.ts'

interface LeaveProps {
  readonly companyId: number
  readonly name: string
}

type Checked = DataOf<'POST /simmanagement/v1/series/check'>

/** 'Company leaves us…' (brief, section 7): one question, then the list; of one that leaves already the way to its list. */
export function useLeaving({ companyId, name }: LeaveProps): { button: ReactNode; outcomes: ReactNode } {
  const { may } = useAccess()
  const known = useRead('GET /companymanager/v1/companies/{companyId}/leavings', {
    params: { companyId },
    news: 'leaving',
    enabled: may('companies.read'),
  })
  const leave = useLeave({ companyId, name })
  const [newest] = known.data ?? []
  if (newest && newest.endedAt === null)
    return {
      button: (
        <Link className={buttons.plain} to={addresses.leaving(newest.leavingId)}>
          {text('IsLeaving')}
        </Link>
      ),
      outcomes: null,
    }
  if (!may('companies.change') || !may('sim-management.change') || known.data === undefined)
    return { button: null, outcomes: null }
  return leave
}

function useLeave({ companyId, name }: LeaveProps): ReturnType<typeof useLeaving> {
  const check = useCall('POST /simmanagement/v1/series/check')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [lacksTicket, setLacksTicket] = useState(false)
  const leadOn = useLeadOn()
  const why = useWhy(`leaving ${companyId}`)
  const begin = useChange(
    'POST /companymanager/v1/companies/{companyId}/leaving',
    text('ScreenTitle'),
    ({ data }) => {
      why.settle()
      leadOn(addresses.leaving(data.leavingId))
    },
  )
  const ask = async () => {
    begin.reset()
    const answer = await check.run({ body: { companyId } }).catch(() => undefined)
    if (!answer) return
    setChecked(answer.data)
    setOpen(true)
  }
  const confirm = ({ reason, ticket }: Why) => {
    setLacksTicket(!ticket)
    if (!ticket) {
      document.getElementById(`${why.id}-ticket`)?.focus()
      return Promise.resolve(undefined)
    }
    setOpen(false)
    const options = { params: { companyId }, query: { ...(reason && { reason }), ticket } }
    return begin.start(options, text('ActionBegin', { name }))
  }
  const button = (
    <Button
      isBusy={check.status === 'pending' || begin.isPending}
      busyText={text('Leaves')}
      onPress={() => void ask()}
    >
      {text('Leaves')}
    </Button>
  )
  const outcomes = (
    <>
      <CallBanner call={check.status === 'rejected' ? check : { status: 'initial' }} />
      <ChangeOutcome of={begin} />
      <ConfirmDialog
        isOpen={isOpen && checked !== null}
        title={text('Question', { name })}
        caution={text('Caution')}
        consequences={[
          checked && checked.ready > 0
            ? text('SimsCut', { count: checked.ready, batches: checked.batches })
            : text('NoSims'),
          ...(checked?.losses ?? []).map(({ name: sentence, count }) => text('LostFor', { count, sentence })),
          text('RestByHand'),
        ]}
        verb={text('Verb')}
        isDanger
        onConfirm={why.guard(confirm)}
        onCancel={() => setOpen(false)}
      >
        <WhyFields of={why} />
        {lacksTicket && why.typed.ticket.trim() === '' && (
          <Callout kind="error">{text('NeedsTicket')}</Callout>
        )}
      </ConfirmDialog>
    </>
  )
  return { button, outcomes }
}
