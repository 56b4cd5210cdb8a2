import type { Environment } from '@support-console/contract/permissions'
import { useAccess } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import { useRuntimeConfig } from '../../../api/runtime-config.ts'
import type { Observed } from '../../../kit/observed/index.ts'
import { Button } from '../../../ui/button.tsx'
import { RefreshIcon } from '../../../ui/icons/screens.tsx'
import { Status } from '../../../ui/status.tsx'
import { printed, useEnvironment } from '../../panel-environment/index.ts'
import { Known, KnownGroup } from '../frame/known.tsx'
import { text } from '../texts.ts'

export const pathfinder = 'Pathfinder'

interface EnvironmentGroupProps {
  /** Null: not known, and Pathfinder cannot be asked. */
  readonly physicalId: string | null
  /** What Pathfinder last said of it. */
  readonly last: Observed | undefined
}

/** Where Pathfinder sends the panel: asked for this view by who may, and as last observed until it answers, or in the past. */
export function EnvironmentGroup({ physicalId, last }: EnvironmentGroupProps) {
  const isPast = useMoment() !== null
  const mayAsk = useAccess().may('panel-environment.read') && physicalId !== null && !isPast
  const { environment: host } = useRuntimeConfig()
  const { state, data, error, since, searchAgain } = useEnvironment(mayAsk ? physicalId : null)
  const isAsking = state === 'pending'
  const environment = data?.environment ?? last?.fields?.environment
  return (
    <KnownGroup
      title={text('Environment')}
      actions={
        mayAsk && (
          <Button
            look="quiet"
            size="row"
            isIconOnly
            isBusy={isAsking}
            icon={<RefreshIcon />}
            aria-label={text('AskAgain', { system: pathfinder })}
            onPress={searchAgain}
          />
        )
      }
      note={
        error && (
          <p role="status">
            <Status kind="unknown">
              {text('SourceSays', { source: pathfinder, message: error.message })}
            </Status>
          </p>
        )
      }
    >
      <Known
        label={text('PointsTo')}
        of={{
          source: pathfinder,
          at: data ? since : (last?.at ?? null),
          unanswered: data ? null : (last?.unanswered ?? null),
          isOwn: data !== undefined,
          askedSince: isAsking ? since : undefined,
        }}
      >
        {environment ? printed(environment as Environment) : physicalId === null && text('NoPhysicalId')}
      </Known>
      <Known label={text('ThisConsole')}>{printed(host)}</Known>
    </KnownGroup>
  )
}
