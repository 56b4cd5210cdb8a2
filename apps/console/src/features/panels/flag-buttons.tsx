import type { Panel } from '@support-console/contract'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import type { FlagQuestion } from './confirm-flag.tsx'
import { text } from './texts.ts'
import type { FlagChanges } from './use-flags.ts'

/** Panels switched together at most: with their entries no more calls than one person has in a minute (R29). */
const mostAtOnce = 200

interface FlagButtonsProps {
  /** The selected panels. */
  readonly panels: readonly Panel[]
  readonly changes: FlagChanges
  readonly onAsk: (question: FlagQuestion) => void
}

/** 'Disable management…' and 'Enable management…' of the selected panels (2.8, 2.14). */
export function FlagButtons({ panels, changes, onAsk }: FlagButtonsProps) {
  const isRunning = [...changes.values()].some(({ isPending }) => isPending)
  return [true, false].map((wanted) => {
    const meant = panels.filter(({ flagged, remoteId }) => flagged !== wanted && remoteId !== '')
    const reason =
      panels.length === 0
        ? text('NeedsSelection')
        : isRunning
          ? text('AskingRemotePortal')
          : meant.length === 0
            ? text(wanted ? 'NoneToDisable' : 'NoneToEnable')
            : meant.length > mostAtOnce
              ? text('TooManyAtOnce', { most: mostAtOnce, count: meant.length.toLocaleString(culture) })
              : undefined
    return (
      <Button
        key={String(wanted)}
        size="tool"
        disabledReason={reason}
        onPress={() => onAsk({ panels: meant, wanted, leftOut: panels.length - meant.length })}
      >
        {text(wanted ? 'DisableSelected' : 'EnableSelected')}
      </Button>
    )
  })
}
