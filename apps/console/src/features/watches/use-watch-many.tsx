import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { Button } from '../../ui/button.tsx'
import { text } from './texts.ts'
import type { Watchable } from './watch-many.tsx'

const WatchMany = lazy(async () => ({ default: (await import('./watch-many.tsx')).WatchMany }))

interface Options {
  readonly size?: 'field' | 'tool' | 'row'
  /** What the button is for, where several stand on a page: 'Notify me when back… 12 panels stopped together'. */
  readonly label?: string | undefined
}

/**
 * Being told when several panels are back, wherever panels stand together; what asks and tells comes with the press.
 * Not on a page of the past.
 * @param of the panels, and SIMs that stand for theirs; null: there are none
 */
export function useWatchMany(
  of: Watchable | null,
  { size = 'tool', label }: Options = {},
): { button: ReactNode; outcomes: ReactNode } {
  const isPast = useMoment() !== null
  const mayWatch = useAccess().may('webconnect.read') && !isPast
  const [isOpen, setOpen] = useState(false)
  if (!mayWatch || !of) return { button: null, outcomes: null }
  return {
    button: (
      <Button size={size} aria-expanded={isOpen} aria-label={label} onPress={() => setOpen(!isOpen)}>
        {text('WatchSeveral')}
      </Button>
    ),
    outcomes: isOpen && (
      <Suspense>
        <WatchMany of={of} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
