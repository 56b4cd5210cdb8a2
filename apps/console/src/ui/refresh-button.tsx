import { refreshButton } from '../texts/en-US/refresh-button.ts'
import { textsOf } from '../texts/text.ts'
import { Button } from './button.tsx'
import { RefreshIcon } from './icons/screens.tsx'

const text = textsOf(refreshButton)

interface RefreshButtonProps {
  /** Whether it is being read just now. */
  readonly isBusy: boolean
  readonly size?: 'tool'
  readonly onPress: () => void
}

/** Reads again what is shown. */
export function RefreshButton({ isBusy, size, onPress }: RefreshButtonProps) {
  return (
    <Button
      icon={<RefreshIcon />}
      isBusy={isBusy}
      busyText={text('Refreshing')}
      onPress={onPress}
      {...(size && { size })}
    >
      {text('Refresh')}
    </Button>
  )
}
