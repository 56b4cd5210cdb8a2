import type { Disabling } from '@support-console/contract'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Said } from '../../ui/thing.tsx'
import { text } from './texts.ts'

/** On a panel's page: until when its management is disabled, and by whose order. Nothing where it has no end. */
export function DisabledUntil({ cloudId }: { readonly cloudId: string }) {
  const { data, refetch } = useRead('GET /panelmanagement/v1/disabled/{cloudId}', {
    params: { cloudId },
    news: 'panel',
    isNews: (id) => id === cloudId,
  })
  return (
    <div role="status">
      {data && (
        <div className="below-12 stack gap-8 starts">
          <p>
            <Said>{text('DisabledUntil', { time: sayShortly(data.until), who: data.by })}</Said>{' '}
            {sayTrouble(data)}
          </p>
          <ExtendDisabling cloudId={cloudId} disabling={data} onDone={refetch} />
        </div>
      )}
    </div>
  )
}

/** What keeps it from being enabled at its end; empty: nothing. */
export function sayTrouble({ isRefused, reason, by }: Disabling): string {
  if (isRefused) return text('EndRefused', { who: by })
  return reason && text('EndLate', { reason })
}

interface ExtendDisablingProps {
  readonly cloudId: string
  readonly disabling: Disabling
  readonly onDone: () => unknown
}

/** One press gives an hour more. */
export function ExtendDisabling({ cloudId, disabling, onDone }: ExtendDisablingProps) {
  const { may } = useAccess()
  const extend = useChange('POST /panelmanagement/v1/disablings/{disablingId}/extend', text('ScreenTitle'))
  if (!may('panels.change') || disabling.isRefused) return null
  const start = async () => {
    await extend.startOnce(
      { params: { disablingId: disabling.disablingId } },
      text('ActionExtend', { cloudId }),
    )
    await onDone()
  }
  return (
    <>
      <Button
        size="row"
        isBusy={extend.isPending}
        busyText={text('Extending')}
        aria-label={text('ExtendOf', { cloudId })}
        onPress={() => void start()}
      >
        {text('Extend')}
      </Button>
      <CallBanner call={extend} hidesSuccess />
    </>
  )
}
