import type { Panel } from '@support-console/contract'
import { Button } from '../../ui/button.tsx'
import type { FlagQuestion } from './confirm-flag.tsx'
import { text } from './texts.ts'
import type { FlagChanges } from './use-flags.ts'
import type { ListedPanel } from './use-panels.ts'

/** Panels switched together at most: with their entries no more calls than one person has in a minute (R29). */
const mostAtOnce = 200

interface FlagButtonsProps {
  /** The selected panels. */
  readonly panels: readonly ListedPanel[]
  readonly changes: FlagChanges
  /** Which of the two there are. */
  readonly wants?: readonly boolean[]
  /** So many at once at most. */
  readonly most?: number
  /** Why nothing may be done with several. */
  readonly refusal: string | undefined
  readonly onAsk: (question: FlagQuestion) => void
}

/** 'Disable management…' and 'Enable management…' of the selected panels (2.8, 2.14). */
export function FlagButtons({
  panels,
  changes,
  wants = [true, false],
  most = mostAtOnce,
  refusal,
  onAsk,
}: FlagButtonsProps) {
  const isRunning = [...changes.values()].some(({ isPending }) => isPending)
  return wants.map((wanted) => {
    const meant = panels.filter(({ flagged, remoteId }) => flagged !== wanted && remoteId !== '')
    return (
      <Button
        key={String(wanted)}
        size="tool"
        disabledReason={refusal ?? whyNot(panels, meant, wanted, { isRunning, most })}
        onPress={() => onAsk({ panels: meant, wanted, leftOut: panels.length - meant.length })}
      >
        {text(wanted ? 'DisableSelected' : 'EnableSelected')}
      </Button>
    )
  })
}

function whyNot(
  panels: readonly Panel[],
  meant: readonly Panel[],
  wanted: boolean,
  { isRunning, most }: { isRunning: boolean; most: number },
): string | undefined {
  if (panels.length === 0) return text('NeedsSelection')
  if (isRunning) return text('AskingRemotePortal')
  if (meant.length === 0) return text(wanted ? 'NoneToDisable' : 'NoneToEnable')
  if (meant.length > most) return text('TooManyAtOnce', { most, count: meant.length })
  return undefined
}
