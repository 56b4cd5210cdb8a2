import type { Csr } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type DataOf, useCall } from '../../../api/index.ts'
import { useRuntimeConfig } from '../../../api/runtime-config.ts'
import { useChange } from '../../../api/use-change.ts'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import { useKeptInput } from '../../../session/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../../ui/call-banner/open-outcome.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type Draft, emptyDraft, issueOf, planOf } from './draft.ts'
import { PlanFields } from './plan-fields.tsx'
import { Preview } from './preview.tsx'
import { text } from './texts.ts'

interface PlanDialogProps {
  readonly csrs: readonly Csr[]
  readonly releases: readonly string[]
  /** Why no one may begin here; undefined: they may. */
  readonly disabledReason: string | undefined
}

type Previewed = { of: string; release: string; data: DataOf<'POST /csrmanagement/v1/waves/preview'> }

/** 'Release in waves…': the plan, what it would do, and its beginning (D61). What is typed survives a sign-out (D12). */
export function ReleaseInWaves({ csrs, releases, disabledReason }: PlanDialogProps) {
  const [draft, setDraft, kept] = useKeptInput<Draft>('waves', emptyDraft)
  const [isOpen, setOpen] = useState(kept.restored)
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const [panels, setPanels] = useState('')
  const [isTried, setTried] = useState(false)
  const navigate = useNavigate()
  const preview = useCall('POST /csrmanagement/v1/waves/preview')
  const begin = useChange('POST /csrmanagement/v1/waves', text('ScreenTitle'), ({ data }) => {
    kept.clear()
    setOpen(false)
    setDraft(emptyDraft)
    void navigate(addresses.release(data.planId))
  })
  const why = useWhy(`waves ${draft.release}`)
  const isProduction = useRuntimeConfig().environment === 'prod'
  const plan = planOf(draft)
  const asked = JSON.stringify(plan)
  const isCurrent = previewed?.of === asked
  const mustType = isProduction && isCurrent
  const isTyped = !mustType || panels.trim() === String(previewed.data.panels)
  const issues = (begin.error ?? preview.error)?.issues ?? []

  const panelsIssue = issueOf(issues, 'panels')
  const change = (typed: Partial<Draft>) => {
    setDraft({ ...draft, ...typed })
    preview.reset()
    begin.reset()
  }
  const look = async () => {
    begin.reset()
    const answer = await preview.run({ body: plan }).catch(() => undefined)
    if (answer) setPreviewed({ of: asked, release: plan.release, data: answer.data })
  }
  const start = why.guard((query) => {
    setTried(true)
    if (!isTyped) return Promise.resolve(undefined)
    const body = { ...plan, ...(mustType && { panels: Number(panels) }) }
    return begin.start({ query, body }, text('ActionBegin', { release: plan.release }))
  })
  return (
    <>
      <Button size="tool" disabledReason={disabledReason} onPress={() => setOpen(true)}>
        {text('Open')}
      </Button>
      <Dialog
        isOpen={isOpen}
        width="widest"
        title={text('DialogTitle')}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button isDisabled={begin.isPending} onPress={() => setOpen(false)}>
              {text('Close')}
            </Button>
            <Button
              look={isCurrent ? 'plain' : 'primary'}
              isBusy={preview.status === 'pending'}
              busyText={text('Reading')}
              onPress={() => void look()}
            >
              {text('Preview')}
            </Button>
            <Button
              look={isCurrent ? 'primary' : 'plain'}
              disabledReason={isCurrent ? undefined : text('PreviewFirst')}
              isBusy={begin.isPending}
              busyText={text('Beginning')}
              onPress={() => void start()}
            >
              {text('Begin')}
            </Button>
          </>
        }
      >
        <PlanFields draft={draft} change={change} csrs={csrs} releases={releases} issues={issues} />
        {issues.length === 0 && (
          <CallBanner call={preview.status === 'rejected' ? preview : { status: 'initial' }} />
        )}
        {previewed && isCurrent && <Preview preview={previewed.data} release={previewed.release} />}
        {mustType && (
          <TextField
            label={text('TypePanels')}
            error={panelsIssue}
            help={text('TypePanelsHelp')}
            value={panels}
            onChange={setPanels}
            inputMode="numeric"
            autoComplete="off"
            shouldAlwaysShowErrors={isTried}
            checks={{
              isRequired: true,
              check: (typed) =>
                typed.trim() === String(previewed.data.panels) ? undefined : text('TypePanelsWrong'),
            }}
          />
        )}
        {isCurrent && <WhyFields of={why} />}
        {issues.length === 0 && <CallBanner call={begin} hidesSuccess />}
        <OpenOutcome why={begin.open} onAskAgain={() => void begin.askAgain()} />
      </Dialog>
    </>
  )
}
