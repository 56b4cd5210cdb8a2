import type { Series } from '@support-console/contract'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangeOutcome } from '../../../ui/call-banner/change-outcome.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { text } from './texts.ts'

interface StopProps {
  readonly series: Series
  readonly onChanged: () => void
}

/** Leaves out what no carrier was asked about, after a question. */
export function StopSeries({ series: { seriesId, counts }, onChanged }: StopProps) {
  const stop = useChange('POST /simmanagement/v1/series/{seriesId}/stop', text('ScreenTitle'), onChanged)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button isBusy={stop.isPending} busyText={text('Stopping')} onPress={() => setAsking(true)}>
        {text('Stop')}
      </Button>
      <ChangeOutcome of={stop} />
      <ConfirmDialog
        isOpen={isAsking}
        title={text('StopQuestion')}
        consequences={[text('StopLeaves', { count: counts.waiting + counts.ready }), text('StopKeeps')]}
        verb={text('StopVerb')}
        onConfirm={() => {
          setAsking(false)
          void stop.start({ params: { seriesId } }, text('ActionStop', { series: seriesId }))
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
