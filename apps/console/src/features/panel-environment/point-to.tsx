import type { Environment } from '@support-console/contract/permissions'
import { useEffect, useRef } from 'react'
import { Callout } from '../../ui/callout.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { ConfirmUpdate } from './confirm-update.tsx'
import { printed } from './environments.ts'
import { ReadFailure } from './no-access.tsx'
import { text } from './texts.ts'
import { UpdateOutcome } from './update-outcome.tsx'
import { usePathfinder } from './use-pathfinder.ts'

interface PointToProps {
  readonly physicalId: string
  readonly to: Environment
  /** Pathfinder says that it points there now. */
  readonly onPointed: () => void
}

/** Points a panel elsewhere from the panel's own page, with the questions and outcomes of Panel Environment (2.9). */
export function PointTo({ physicalId, to, onPointed }: PointToProps) {
  const pathfinder = usePathfinder(physicalId)
  const { found, isPreparing, change, hasPointed } = pathfinder
  const ask = useRef(() => {})
  ask.current = () => pathfinder.prepare({ physicalId, to })
  // Once: another press brings another one.
  useEffect(() => ask.current(), [])
  const pointed = useRef(onPointed)
  pointed.current = onPointed
  useEffect(() => {
    if (hasPointed) pointed.current()
  }, [hasPointed])
  return (
    <>
      {(isPreparing || change.isPending) && (
        <LoadingMark>{text(change.isPending ? 'Updating' : 'LookingUp')}</LoadingMark>
      )}
      <ReadFailure error={found.error} />
      {pathfinder.isThere && (
        <Callout kind="information">
          {text('AlreadyThere', { environment: printed(pathfinder.isThere) })}
        </Callout>
      )}
      <UpdateOutcome pathfinder={pathfinder} />
      <ConfirmUpdate
        update={pathfinder.update}
        isOpen={pathfinder.isAsking}
        onConfirm={pathfinder.confirm}
        onCancel={pathfinder.cancel}
      />
    </>
  )
}
