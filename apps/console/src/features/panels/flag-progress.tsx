import { Callout } from '../../ui/callout.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { text } from './texts.ts'
import type { FlagChanges } from './use-flags.ts'

/** So many must be done before the rest can be guessed. */
const fewestForEstimate = 3

interface FlagProgressProps {
  readonly changes: FlagChanges
  readonly onClose: () => void
}

/** Several panels that are switched together (2.8, 2.14): how far it is, then what it came to. */
export function FlagProgress({ changes, onClose }: FlagProgressProps) {
  const many = [...changes.values()].filter(({ isOfMany }) => isOfMany)
  const [first] = many
  if (!first) return null
  const success = many.filter(({ isDone }) => isDone).length
  const pending = many.filter(({ isPending }) => isPending).length
  const over = many.length - pending
  const error = over - success
  const elapsed = (performance.now() - first.begunAt) / 1000
  return (
    <div className="stack gap-8 below-12">
      {pending > 0 ? (
        <ProgressBar
          label={text(first.wanted ? 'DisableVerb' : 'EnableVerb')}
          total={many.length}
          success={success}
          error={error}
          secondsLeft={over < fewestForEstimate ? undefined : (elapsed / over) * pending}
        />
      ) : (
        <Callout kind={error > 0 ? 'warning' : 'success'} onClose={onClose}>
          {text(first.wanted ? 'ManyDisabled' : 'ManyEnabled', {
            count: success,
            total: many.length,
          })}{' '}
          {error > 0 && text('ManyNot', { count: error })}
        </Callout>
      )}
    </div>
  )
}
