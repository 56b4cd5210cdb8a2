import type { Panel, PanelState } from '@support-console/contract'
import { useAccess } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { DisabledUntil } from './disabled-until.tsx'
import { text } from './texts.ts'
import { questionOf, useFlagQuestions } from './use-flag-questions.tsx'

/**
 * What can be done to a panel, for its page: this screen's own dialog. What the reader may not do is not there.
 * @param panel undefined: it is being read; null: the inventory does not have it
 * @param onKnown hears that the server has told its flag
 */
export function usePanelActions(
  panel: (Panel & { state: PanelState }) | null | undefined,
  onKnown: () => void,
) {
  const mayChange = useAccess().may('panels.change')
  const flags = useFlagQuestions(onKnown)
  if (panel === undefined)
    return { buttons: mayChange && <Coming />, outcomes: null, remedies: {}, isChanged: false }
  if (panel === null) return { buttons: null, outcomes: null, remedies: {}, isChanged: false }
  const ask = () => flags.ask(questionOf(panel))
  const isPending = flags.changes.get(panel.cloudId)?.isPending ?? false
  const mayEnable = mayChange && panel.flagged && panel.remoteId !== '' && !isPending
  return {
    /** Something has been done to it here. */
    isChanged: flags.changes.size > 0 && !isPending,
    /** What of it mends a cause, by the cause's code. */
    remedies: mayEnable ? { 'panel-management': { verb: text('EnableSelected'), ask } } : {},
    buttons: mayChange && (
      <Button
        isBusy={isPending}
        aria-label={isPending ? text('AskingRemotePortal') : undefined}
        disabledReason={panel.remoteId === '' ? text('NotInRemotePortal') : undefined}
        onPress={ask}
      >
        {text(panel.flagged ? 'EnableSelected' : 'DisableSelected')}
      </Button>
    ),
    outcomes: (
      <>
        {panel.flagged && <DisabledUntil cloudId={panel.cloudId} />}
        {flags.outcomesOf([panel])}
      </>
    ),
  }
}

/** Keeps the button's place. */
const Coming = () => <Button disabledReason={text('PanelComes')}>{text('DisableSelected')}</Button>
