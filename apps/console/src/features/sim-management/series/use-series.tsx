import type { OrderedSims, Why } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useState } from 'react'
import { type DataOf, useCall } from '../../../api/index.ts'
import { useChange } from '../../../api/use-change.ts'
import { useLeadOn } from '../../../kit/use-lead-on.ts'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { ChangeOutcome } from '../../../ui/call-banner/change-outcome.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { list } from '../../../ui/listed.ts'
import { text } from './texts.ts'

type Checked = DataOf<'POST /simmanagement/v1/series/check'>
type Counted = Checked['carriers']

const sayCounted = (counted: Counted, none = '') =>
  list(counted.map(({ name, count }) => `${name || none}: ${count}`))

/** Deactivates however many SIMs after one question: the console cuts them into batches (U15). */
export function useSeries() {
  const check = useCall('POST /simmanagement/v1/series/check')
  const leadOn = useLeadOn()
  const [asked, setAsked] = useState<{ ordered: OrderedSims; name: string; checked: Checked } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const why = useWhy(JSON.stringify(asked?.ordered ?? ''))
  const begin = useChange('POST /simmanagement/v1/series', text('ScreenTitle'), ({ data }) => {
    why.settle()
    leadOn(addresses.series(data.seriesId))
  })

  const ask = async (ordered: OrderedSims, name: string) => {
    begin.reset()
    const answer = await check.run({ body: ordered }).catch(() => undefined)
    if (!answer) return
    setAsked({ ordered, name, checked: answer.data })
    setOpen(answer.data.ready > 0)
  }
  const confirm = (said: Why) => {
    setOpen(false)
    if (!asked) return Promise.resolve(undefined)
    const { ordered, name, checked } = asked
    const options = { query: { ...(name && { name }), ...said }, body: ordered }
    return begin.start(options, text('ActionBegin', { count: checked.all }))
  }
  const checked = asked?.checked
  return {
    ask,
    isChecking: check.status === 'pending' || begin.isPending,
    /** The question, and what came of it. */
    question: (
      <>
        <CallBanner call={check.status === 'rejected' ? check : { status: 'initial' }} />
        <ChangeOutcome of={begin} />
        {checked && checked.ready === 0 && (
          <Callout kind="warning" onClose={() => setAsked(null)}>
            {text('NothingReady', { why: sayCounted(checked.leftOut) })}
          </Callout>
        )}
        <ConfirmDialog
          isOpen={isOpen && checked !== undefined}
          title={text('Question', { count: checked?.ready ?? 0 })}
          caution={text('Caution')}
          consequences={[
            text('CutOff'),
            ...(checked?.losses ?? []).map(({ name, count }) => text('LostFor', { count, sentence: name })),
            text('Cut', { count: checked?.batches ?? 0 }),
          ]}
          verb={text('Verb')}
          isDanger
          onConfirm={why.guard(confirm)}
          onCancel={() => setOpen(false)}
        >
          {checked && (
            <Facts
              facts={[
                { label: text('Sims'), value: String(checked.ready) },
                ...(checked.leftOut.length > 0
                  ? [{ label: text('LeftOut'), value: sayCounted(checked.leftOut) }]
                  : []),
                { label: text('Carriers'), value: sayCounted(checked.carriers) },
                { label: text('Companies'), value: sayCounted(checked.companies, text('NoCompany')) },
              ]}
            />
          )}
          <WhyFields of={why} />
        </ConfirmDialog>
      </>
    ),
  }
}
