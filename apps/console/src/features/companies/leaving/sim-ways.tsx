import { addresses } from '@support-console/contract/addresses'
import type { Why } from '@support-console/contract/reasons.words'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { Link } from '../../../kit/link.tsx'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangeOutcome } from '../../../ui/call-banner/change-outcome.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import buttons from '../../../ui/link-button.module.css'
import type { LineProps } from './lines.ts'
import { text } from './texts.ts'

/** Its batches, and those that are left once they are over. */
export function SimWays({ line, leaving, isOpen, onChanged }: LineProps) {
  const { companyId, companyName: name, series } = leaving
  const goOn = useChange(
    'POST /companymanager/v1/companies/{companyId}/leaving/sims',
    text('ScreenTitle'),
    onChanged,
  )
  const [isAsking, setAsking] = useState(false)
  const why = useWhy(`leaving sims ${companyId}`)
  const left = (line.all ?? 0) - (line.done ?? 0)
  const [newest] = series
  const isRunning = newest !== undefined && newest.endedAt === null
  const confirm = (said: Why) => {
    setAsking(false)
    return goOn.start({ params: { companyId }, query: said }, text('ActionGoOn', { name }))
  }
  return (
    <>
      {newest && (
        <Link className={buttons.plain} to={addresses.series(newest.seriesId)}>
          {text('SimsRun')}
        </Link>
      )}
      {isOpen && !isRunning && left > 0 && (
        <Button
          look="danger"
          isBusy={goOn.isPending}
          busyText={text('Starting')}
          onPress={() => setAsking(true)}
        >
          {text('SimsGoOn')}
        </Button>
      )}
      <ChangeOutcome of={goOn} />
      <ConfirmDialog
        isOpen={isAsking}
        title={text('SimsGoOnQuestion', { count: left })}
        caution={text('Caution')}
        verb={text('SimsGoOnVerb')}
        isDanger
        onConfirm={why.guard(confirm)}
        onCancel={() => setAsking(false)}
      >
        <WhyFields of={why} />
      </ConfirmDialog>
    </>
  )
}
