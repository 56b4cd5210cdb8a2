import { mostLooked } from '@support-console/contract/looks.words'
import { Button } from '../../../ui/button.tsx'
import { RefreshIcon } from '../../../ui/icons/screens.tsx'
import { text } from './texts.ts'
import type { Looking } from './use-look.ts'

interface LookButtonProps {
  readonly looking: Looking
  /** How many would be looked at; left out: as many as there are. */
  readonly count?: number
  readonly size?: 'field' | 'tool'
  /** A part of what is shown, rather than all of it. */
  readonly isOfChosen?: boolean
  readonly onPress: () => void
}

/** Begins a look at many; it keeps its width while that runs. */
export function LookButton({ looking, count = 0, size = 'field', isOfChosen, onPress }: LookButtonProps) {
  return (
    <Button
      size={size}
      icon={<RefreshIcon />}
      isBusy={looking.isBeginning || (looking.isRunning && !isOfChosen)}
      busyText={text('Looking')}
      disabledReason={count > mostLooked ? text('LookTakes', { most: mostLooked }) : undefined}
      onPress={onPress}
    >
      {text(isOfChosen ? 'LookAgainAtChosen' : 'LookAtAll')}
    </Button>
  )
}
