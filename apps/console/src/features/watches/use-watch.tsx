import type { PanelStateWord } from '@support-console/contract'
import { watchHours } from '@support-console/contract/watches.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Popover } from '../../ui/popover.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Said } from '../../ui/thing.tsx'
import { forHours } from './for-hours.ts'
import { text } from './texts.ts'

/**
 * Being told when a panel is back, for its page and that of its SIM.
 * @param panel undefined: it is being read; null: there is none
 * @param isOffered after something was done that should bring it back
 */
export function useWatch(
  panel: { readonly cloudId: string; readonly word: PanelStateWord } | null | undefined,
  isOffered = false,
) {
  const mayWatch = useAccess().may('webconnect.read')
  const cloudId = panel?.cloudId ?? ''
  const isShown = mayWatch && cloudId !== ''
  const { data, refetch } = useRead('GET /watches/v1/panels/{cloudId}', {
    params: { cloudId },
    enabled: isShown,
    news: 'panel',
    isNews: (id) => id === cloudId,
  })
  const begin = useChange('POST /watches/v1/panels/{cloudId}', text('ScreenTitle'))
  const stop = useChange('POST /watches/v1/watches/{watchId}/stop', text('ScreenTitle'))
  const [isPutAway, putAway] = useState(false)
  if (!mayWatch) return { button: null, outcomes: null }
  const mine = data?.find(({ isMine }) => isMine)
  const canBegin = Boolean(panel) && data !== undefined && !mine && panel?.word !== 'reporting'
  const watch = async (hours: (typeof watchHours)[number]) => {
    await begin.start({ params: { cloudId }, body: { hours } }, text('ActionWatch', { id: cloudId }))
    await refetch()
  }
  const stopIt = async (watchId: string) => {
    await stop.start({ params: { watchId } }, text('ActionStop', { id: cloudId }))
    await refetch()
  }
  const hoursOf = (onChosen: () => void) => (
    <fieldset className="flex wrap gap-8 below-12">
      <legend>{text('WatchFor', { id: cloudId })}</legend>
      {watchHours.map((hours) => (
        <Button
          key={hours}
          isDisabled={begin.isPending}
          onPress={() => {
            onChosen()
            void watch(hours)
          }}
        >
          {text(forHours[hours])}
        </Button>
      ))}
      <Button look="quiet" onPress={onChosen}>
        {text('NotNow')}
      </Button>
    </fieldset>
  )
  return {
    /** Nothing where there is no panel to wait for. */
    button: mine ? (
      <Button isBusy={stop.isPending} busyText={text('Stopping')} onPress={() => void stopIt(mine.watchId)}>
        {text('StopWatching')}
      </Button>
    ) : (
      canBegin && (
        <Popover words={text('Watch')} name={text('Watch')}>
          {hoursOf}
        </Popover>
      )
    ),
    outcomes: (
      <>
        <CallBanner call={begin} hidesSuccess />
        <CallBanner call={stop} hidesSuccess />
        {canBegin && isOffered && !isPutAway && hoursOf(() => putAway(true))}
        <div role="status">
          {data?.map(({ watchId, isMine, by, until }) => (
            <p key={watchId} className="quiet below-8">
              <Said>
                {isMine
                  ? text('Mine', { id: cloudId, time: sayShortly(until) })
                  : text('Others', { id: cloudId, who: by, time: sayShortly(until) })}
              </Said>
            </p>
          ))}
        </div>
      </>
    ),
  }
}
